import type { ApiKeyId, PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';

export async function findWebhookSecret(sql: Queryable, partnerId: string): Promise<Sealed | undefined> {
  const [row] = await sql.query<{ sealed_webhook_secret: Buffer }>(
    'select sealed_webhook_secret from partners where id = $1',
    [partnerId],
  );
  return row?.sealed_webhook_secret;
}

/** The secret so far becomes the previous one; false where there is no such partner. */
export async function replaceWebhookSecret(
  sql: Queryable,
  partnerId: string,
  sealed: Sealed,
  now: Instant,
): Promise<boolean> {
  const rows = await sql.query(
    `update partners set previous_sealed_webhook_secret = sealed_webhook_secret, sealed_webhook_secret = $2,
       webhook_secret_rotated_at = $3
     where id = $1 returning 1`,
    [partnerId, sealed, timestamp(now)],
  );
  return rows.length > 0;
}

/** When the webhook secret was last replaced; undefined where it never was. */
export async function findRotation(sql: Queryable, partnerId: string): Promise<Instant | undefined> {
  const [row] = await sql.query<{ at: Date | null }>(
    'select webhook_secret_rotated_at as at from partners where id = $1',
    [partnerId],
  );
  return row?.at?.getTime();
}

export type SealedSigningKeys = {
  readonly partnerId: PartnerId;
  readonly key: { readonly id: ApiKeyId; readonly publicKey: string; readonly sealedSecret: Sealed } | undefined;
  /** The current one first. */
  readonly sealedWebhookSecrets: readonly Sealed[];
};

/** What partners' pushes are signed with: the newest active key, and the webhook secrets that live since that time. */
export async function findSigningKeys(
  sql: Queryable,
  partnerIds: readonly PartnerId[],
  rotatedSince: Instant,
): Promise<readonly SealedSigningKeys[]> {
  const rows = await sql.query<{
    partner_id: PartnerId;
    sealed_webhook_secret: Buffer;
    previous: Buffer | null;
    key_id: ApiKeyId | null;
    public_key: string;
    sealed_secret: Buffer;
  }>(
    `select partner.id as partner_id, partner.sealed_webhook_secret,
       case when partner.webhook_secret_rotated_at > $2 then partner.previous_sealed_webhook_secret end as previous,
       key.id as key_id, key.public_key, key.sealed_secret
     from partners partner left join lateral (
       select id, public_key, sealed_secret from api_keys
       where partner_id = partner.id and slot is not null and status = 'active' order by created_at desc, id desc limit 1
     ) key on true
     where partner.id = any($1::bigint[])`,
    [partnerIds, timestamp(rotatedSince)],
  );
  return rows.map((row) => ({
    partnerId: row.partner_id,
    key:
      row.key_id === null ? undefined : { id: row.key_id, publicKey: row.public_key, sealedSecret: row.sealed_secret },
    sealedWebhookSecrets: [row.sealed_webhook_secret, ...(row.previous === null ? [] : [row.previous])],
  }));
}

/** Where sealed secrets are stored. */
const SEALED_COLUMNS = {
  key: { table: 'api_keys', column: 'sealed_secret' },
  webhook: { table: 'partners', column: 'sealed_webhook_secret' },
  previousWebhook: { table: 'partners', column: 'previous_sealed_webhook_secret' },
} as const;
export type SealedSecret = {
  readonly place: keyof typeof SEALED_COLUMNS;
  readonly id: string;
  readonly sealed: Sealed;
};

const SEALED_OTHERWISE = `${Object.entries(SEALED_COLUMNS)
  .map(
    ([place, { table, column }]) =>
      `select '${place}' as place, id, ${column} as sealed from ${table} where substring(${column} for 8) <> $1`,
  )
  .join(' union all ')} limit $2`;

/** Secrets sealed with any other master key than the current one. */
export async function secretsSealedOtherwise(
  sql: Queryable,
  currentKeyId: Buffer,
  most: number,
): Promise<readonly SealedSecret[]> {
  return sql.query<SealedSecret>(SEALED_OTHERWISE, [currentKeyId, most]);
}

/** Only where the secret is still the one that was read. */
export async function replaceSealedSecret(tx: Transaction, old: SealedSecret, sealed: Sealed): Promise<void> {
  const { table, column } = SEALED_COLUMNS[old.place];
  await tx.query(`update ${table} set ${column} = $2 where id = $1 and ${column} = $3`, [old.id, sealed, old.sealed]);
}
