import { type ApiKeyId, isId, type PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { lookStepByStep } from '../infrastructure/database/step-by-step-sql.ts';
import type { Platform } from '../infrastructure/http/partner-api.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';
import { KEY_COLUMNS, type KeyRow, keyFrom } from './api-keys-sql.ts';
import type { ApiKey } from './rules/api-key.ts';
import { clockAheadMs } from './sandbox-columns-sql.ts';

export async function insertPartner(
  tx: Transaction,
  partner: { id: PartnerId; name: string; sealedWebhookSecret: Sealed; createdAt: Instant },
): Promise<void> {
  await tx.query('insert into partners (id, name, sealed_webhook_secret, created_at) values ($1, $2, $3, $4)', [
    partner.id,
    partner.name,
    partner.sealedWebhookSecret,
    timestamp(partner.createdAt),
  ]);
}

export async function lockPartner(tx: Transaction, id: string): Promise<{ id: PartnerId; name: string } | undefined> {
  const [row] = await tx.query<{ id: PartnerId; name: string }>(
    'select id, name from partners where id = $1 for update',
    [id],
  );
  return row;
}

export async function findPartner(sql: Queryable, id: string): Promise<{ id: PartnerId; name: string } | undefined> {
  const [row] = await sql.query<{ id: PartnerId; name: string }>('select id, name from partners where id = $1', [id]);
  return row;
}

/** A partner as people see it who belong to it: what any of its keys is or was for, and how far its clock is ahead of ours. */
export type PartnerTerms = {
  readonly id: PartnerId;
  readonly name: string;
  readonly markets: readonly string[];
  readonly platforms: readonly Platform[];
  /** Those of keys that are not revoked: new business is done there alone. */
  readonly openMarkets: readonly string[];
  readonly clockAheadMs: number;
  /** The operator has suspended its keys, and it has no other one that is open. */
  readonly isClosed: boolean;
};

export async function findPartnerTerms(sql: Queryable, id: PartnerId): Promise<PartnerTerms | undefined> {
  const [row] = await sql.query<
    Omit<PartnerTerms, 'clockAheadMs' | 'isClosed' | 'openMarkets'> & {
      clock_ahead_ms: string;
      is_closed: boolean;
      open_markets: string[];
    }
  >(
    `select id, name, ${clockAheadMs('partner.id')} as clock_ahead_ms,
       array(select distinct unnest(markets) from api_keys where partner_id = partner.id order by 1) as markets,
       array(select distinct unnest(platforms) from api_keys where partner_id = partner.id order by 1) as platforms,
       array(select distinct unnest(markets) from api_keys where partner_id = partner.id and status <> 'revoked' order by 1) as open_markets,
       exists (select from api_keys where partner_id = partner.id and suspended_by = 'operator')
         and not exists (select from api_keys where partner_id = partner.id and status = 'active') as is_closed
     from partners partner where id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  const { clock_ahead_ms, is_closed, open_markets, ...terms } = row;
  return { ...terms, openMarkets: open_markets, clockAheadMs: Number(clock_ahead_ms), isClosed: is_closed };
}

/** By id. */
export async function namesOfPartners(sql: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ id: string; name: string }>('select id, name from partners where id = any($1)', [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type PartnerRecord = { id: PartnerId; name: string; createdAt: Instant; keys: readonly PartnerKeyRecord[] };
type PartnerKeyRecord = Omit<ApiKey, 'id' | 'partner' | 'clockAheadMs' | 'fault'>;

/**
 * Newest first; `before` is the `next` of the page before, `search` a part of the name, an id or a key. A page may hold less than its
 * limit, or nothing, and still have a next one.
 */
export async function listPartners(
  sql: Queryable,
  before: string | undefined,
  limit: number,
  search?: string,
): Promise<{ readonly partners: readonly PartnerRecord[]; readonly next: string | null }> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const [named] = await sql.query<{ id: string }>(
    'select id from partners where id = $1 union all select partner_id from api_keys where public_key = $2',
    [search !== undefined && isId(search) ? search : null, search ?? null],
  );
  const found = [
    ...(before === undefined ? [] : [`id < ${given(before)}`]),
    ...(named === undefined ? [] : [`id = ${given(named.id)}`]),
  ];
  const isByName = search !== undefined && named === undefined;
  const wanted = isByName ? [`position(lower(${given(search)}) in lower(name)) > 0`] : [];
  const { keys, next } = await lookStepByStep(sql, { table: 'partners', key: 'id', found, wanted, values, limit });
  const rows = await sql.query<PartnerKeyRow>(
    `select ${KEY_COLUMNS}, partner.created_at from partners partner left join api_keys key on key.partner_id = partner.id
     where partner.id = any($1::bigint[]) order by partner.id desc, key.created_at desc, key.id desc`,
    [keys],
  );
  return { partners: partnersFrom(rows), next };
}

/** With all its keys, newest first. */
export async function findPartnerRecord(sql: Queryable, id: string): Promise<PartnerRecord | undefined> {
  const rows = await sql.query<PartnerKeyRow>(
    `select ${KEY_COLUMNS}, partner.created_at from partners partner left join api_keys key on key.partner_id = partner.id
     where partner.id = $1 order by key.created_at desc, key.id desc`,
    [id],
  );
  return partnersFrom(rows)[0];
}

type PartnerKeyRow = KeyRow & { created_at: Date; id: ApiKeyId | null };

function partnersFrom(rows: readonly PartnerKeyRow[]): readonly PartnerRecord[] {
  const partners = new Map<PartnerId, PartnerRecord & { keys: PartnerKeyRecord[] }>();
  for (const row of rows) {
    const known = partners.get(row.partner_id);
    const partner = known ?? {
      id: row.partner_id,
      name: row.partner_name,
      createdAt: row.created_at.getTime(),
      keys: [],
    };
    if (known === undefined) partners.set(partner.id, partner);
    if (row.id === null) continue;
    const { publicKey, markets, platforms, sourceAddresses, limitFactor, status, revision } = keyFrom(row);
    partner.keys.push({ publicKey, markets, platforms, sourceAddresses, limitFactor, status, revision });
  }
  return [...partners.values()];
}
