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

/** So many from before the last that was replaced: each makes the header of every push longer. */
const MOST_EARLIER = 6;

/**
 * The secret so far becomes the previous one, and the one that was this goes to those before it where it was replaced since that time;
 * false where there is no such partner.
 */
export async function replaceWebhookSecret(
  sql: Queryable,
  partnerId: string,
  sealed: Sealed,
  now: Instant,
  rotatedSince: Instant,
): Promise<boolean> {
  const rows = await sql.query(
    `with partner as materialized (
       select id, previous_sealed_webhook_secret as sealed, webhook_secret_rotated_at as at from partners where id = $1 for update
     ), gone as (
       delete from earlier_webhook_secrets where partner_id = $1 and id <> all(array(
         select id from earlier_webhook_secrets where partner_id = $1 and replaced_at > $4
         order by replaced_at desc, id desc limit ${MOST_EARLIER - 1}))
     ), kept as (
       insert into earlier_webhook_secrets (partner_id, sealed_secret, replaced_at)
       select id, sealed, at from partner where at > $4
     )
     update partners set previous_sealed_webhook_secret = sealed_webhook_secret, sealed_webhook_secret = $2,
       webhook_secret_rotated_at = $3
     from partner where partners.id = partner.id returning 1`,
    [partnerId, sealed, timestamp(now), timestamp(rotatedSince)],
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
    earlier: Buffer[];
    key_id: ApiKeyId | null;
    public_key: string;
    sealed_secret: Buffer;
  }>(
    `select partner.id as partner_id, partner.sealed_webhook_secret,
       case when partner.webhook_secret_rotated_at > $2 then partner.previous_sealed_webhook_secret end as previous,
       array(
         select sealed_secret from earlier_webhook_secrets where partner_id = partner.id and replaced_at > $2
         order by replaced_at desc, id desc
       ) as earlier,
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
    sealedWebhookSecrets: [row.sealed_webhook_secret, ...(row.previous === null ? [] : [row.previous]), ...row.earlier],
  }));
}

/** Where sealed secrets are stored, and under whose id they are sealed. */
const SEALED_COLUMNS = {
  key: { table: 'api_keys', column: 'sealed_secret', owner: 'id' },
  webhook: { table: 'partners', column: 'sealed_webhook_secret', owner: 'id' },
  previousWebhook: { table: 'partners', column: 'previous_sealed_webhook_secret', owner: 'id' },
  earlierWebhook: { table: 'earlier_webhook_secrets', column: 'sealed_secret', owner: 'partner_id' },
} as const;
export type SealedSecret = {
  readonly place: keyof typeof SEALED_COLUMNS;
  readonly id: string;
  readonly ownerId: string;
  readonly sealed: Sealed;
};

/** Secrets sealed with any other master key than the current one; also of a database that is yet to be migrated, which lacks a table. */
export async function secretsSealedOtherwise(
  sql: Queryable,
  currentKeyId: Buffer,
  most: number,
): Promise<readonly SealedSecret[]> {
  const places = Object.entries(SEALED_COLUMNS);
  const there = await sql.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [places.map(([, { table }]) => table)],
  );
  const isThere = new Set(there.map(({ name }) => name));
  const otherwise = places
    .filter(([, { table }]) => isThere.has(table))
    .map(
      ([place, { table, column, owner }]) =>
        `select '${place}' as place, id, ${owner} as "ownerId", ${column} as sealed from ${table} where substring(${column} for 8) <> $1`,
    );
  return sql.query<SealedSecret>(`${otherwise.join(' union all ')} limit $2`, [currentKeyId, most]);
}

/** Only where the secret is still the one that was read. */
export async function replaceSealedSecret(tx: Transaction, old: SealedSecret, sealed: Sealed): Promise<void> {
  const { table, column } = SEALED_COLUMNS[old.place];
  await tx.query(`update ${table} set ${column} = $2 where id = $1 and ${column} = $3`, [old.id, sealed, old.sealed]);
}
