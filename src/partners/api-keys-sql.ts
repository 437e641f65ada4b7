import type { ApiKeyId, PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Platform } from '../infrastructure/http/partner-api.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';
import type { ApiKey, KeyStatus } from './rules/api-key.ts';
import type { CallFault } from './rules/call-fault.ts';
import type { KeyKeeper, OwnKey } from './rules/own-key.ts';
import { clockAheadMs } from './sandbox-columns-sql.ts';

export type StoredKey = ApiKey & { readonly sealedSecret: Sealed };

export type KeyRow = {
  id: ApiKeyId;
  partner_id: PartnerId;
  partner_name: string;
  public_key: string;
  sealed_secret: Buffer;
  markets: string[];
  platforms: Platform[];
  source_addresses: string[];
  limit_factor: number;
  status: KeyStatus;
  revision: number;
  clock_ahead_ms: string;
  fault: CallFault | null;
};

export const KEY_COLUMNS = `key.id, partner.id as partner_id, partner.name as partner_name, key.public_key, key.sealed_secret, key.markets,
  key.platforms, key.source_addresses::text[] as source_addresses, key.limit_factor, key.status, key.revision,
  ${clockAheadMs('partner.id')} as clock_ahead_ms,
  (select document from partner_faults where partner_faults.partner_id = partner.id) as fault`;
const KEY_TABLES = 'api_keys key join partners partner on partner.id = key.partner_id';

export function keyFrom(row: KeyRow): StoredKey {
  return {
    id: row.id,
    partner: { id: row.partner_id, name: row.partner_name },
    publicKey: row.public_key,
    sealedSecret: row.sealed_secret,
    markets: row.markets,
    platforms: row.platforms,
    sourceAddresses: row.source_addresses,
    limitFactor: row.limit_factor,
    status: row.status,
    revision: row.revision,
    clockAheadMs: Number(row.clock_ahead_ms),
    fault: row.fault ?? undefined,
  };
}

/** Which of the partner's two places for living keys are taken, with the latest key's terms first. */
export async function livingKeys(
  sql: Queryable,
  partnerId: PartnerId,
): Promise<readonly (StoredKey & { slot: 1 | 2 })[]> {
  const rows = await sql.query<KeyRow & { slot: 1 | 2 }>(
    `select ${KEY_COLUMNS}, key.slot from ${KEY_TABLES}
     where key.partner_id = $1 and key.slot is not null order by key.created_at desc, key.id desc`,
    [partnerId],
  );
  return rows.map((row) => ({ ...keyFrom(row), slot: row.slot }));
}

export type NewKey = Omit<StoredKey, 'revision' | 'status' | 'clockAheadMs' | 'fault'> & {
  slot: 1 | 2;
  createdAt: Instant;
};

export async function insertKey(tx: Transaction, key: NewKey): Promise<void> {
  await tx.query(
    `insert into api_keys (id, partner_id, public_key, sealed_secret, markets, platforms, source_addresses, limit_factor, slot, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::text[]::inet[], $8, $9, $10)`,
    [
      key.id,
      key.partner.id,
      key.publicKey,
      key.sealedSecret,
      key.markets,
      key.platforms,
      key.sourceAddresses,
      key.limitFactor,
      key.slot,
      timestamp(key.createdAt),
    ],
  );
}

/** A revoked key is as unknown as one that never was. */
export async function findLivingKey(sql: Queryable, publicKey: string): Promise<StoredKey | undefined> {
  const [row] = await sql.query<KeyRow>(
    `select ${KEY_COLUMNS} from ${KEY_TABLES} where key.public_key = $1 and key.status <> 'revoked'`,
    [publicKey],
  );
  return row === undefined ? undefined : keyFrom(row);
}

/** Changes the status of a living key; undefined where there is none of that name. */
export async function setKeyStatus(
  sql: Queryable,
  publicKey: string,
  status: KeyStatus,
  by: KeyKeeper,
): Promise<StoredKey | undefined> {
  const [row] = await sql.query<KeyRow>(
    `update api_keys key set status = $2, revision = key.revision + 1,
       slot = case when $2 = 'revoked' then null else key.slot end,
       suspended_by = case when $2 = 'suspended' then $3 end
     from partners partner
     where key.public_key = $1 and key.status <> 'revoked' and partner.id = key.partner_id
     returning ${KEY_COLUMNS}`,
    [publicKey, status, by],
  );
  return row === undefined ? undefined : keyFrom(row);
}

export type KeyTerms = {
  markets?: readonly string[];
  platforms?: readonly Platform[];
  sourceAddresses?: readonly string[];
  limitFactor?: number;
};

export async function setKeyTerms(sql: Queryable, publicKey: string, terms: KeyTerms): Promise<StoredKey | undefined> {
  const [row] = await sql.query<KeyRow>(
    `update api_keys key set revision = key.revision + 1,
       markets = coalesce($2, key.markets), platforms = coalesce($3, key.platforms),
       source_addresses = coalesce($4::text[]::inet[], key.source_addresses),
       limit_factor = coalesce($5, key.limit_factor)
     from partners partner
     where key.public_key = $1 and key.status <> 'revoked' and partner.id = key.partner_id
     returning ${KEY_COLUMNS}`,
    [publicKey, terms.markets, terms.platforms, terms.sourceAddresses, terms.limitFactor],
  );
  return row === undefined ? undefined : keyFrom(row);
}

/** Of whatever status: a revoked one has been in use too. */
export async function hasKeysFor(sql: Queryable, market: string): Promise<boolean> {
  return (await sql.query('select from api_keys where $1 = any (markets) limit 1', [market])).length > 0;
}

/** Every key counts as changed, so that every process looks again at what goes with it. */
export async function touchKeys(tx: Transaction, partnerId: PartnerId): Promise<void> {
  await tx.query('update api_keys set revision = revision + 1 where partner_id = $1', [partnerId]);
}

type OwnKeyRow = {
  id: ApiKeyId;
  public_key: string;
  markets: string[];
  platforms: Platform[];
  source_addresses: string[];
  limit_factor: number;
  status: KeyStatus;
  suspended_by: KeyKeeper | null;
  revision: number;
  created_at: Date;
  last_used_at: Date | null;
};
const OWN_KEY = `select key.id, key.public_key, key.markets, key.platforms, key.source_addresses::text[] as source_addresses, key.limit_factor,
  key.status, key.suspended_by, key.revision, key.created_at, (select last_used_at from key_uses where key_id = key.id) as last_used_at
  from api_keys key`;

function ownKeyFrom(row: OwnKeyRow): OwnKey {
  return {
    id: row.id,
    publicKey: row.public_key,
    markets: row.markets,
    platforms: row.platforms,
    sourceAddresses: row.source_addresses,
    limitFactor: row.limit_factor,
    status: row.status,
    suspendedBy: row.suspended_by ?? undefined,
    revision: row.revision,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime(),
  };
}

const OWN_KEYS = `${OWN_KEY} where key.partner_id = $1 order by key.created_at desc, key.id desc`;

/** All keys that a partner has had, newest first. */
export async function keysOf(sql: Queryable, partnerId: PartnerId): Promise<readonly OwnKey[]> {
  return (await sql.query<OwnKeyRow>(OWN_KEYS, [partnerId])).map(ownKeyFrom);
}

/** The same, for whoever holds the partner's lock: an operator changes none of them before the transaction ends. */
export async function lockKeysOf(tx: Transaction, partnerId: PartnerId): Promise<readonly OwnKey[]> {
  return (await tx.query<OwnKeyRow>(`${OWN_KEYS} for update`, [partnerId])).map(ownKeyFrom);
}

export async function findKeyOf(sql: Queryable, partnerId: PartnerId, publicKey: string): Promise<OwnKey | undefined> {
  const [row] = await sql.query<OwnKeyRow>(`${OWN_KEY} where key.partner_id = $1 and key.public_key = $2`, [
    partnerId,
    publicKey,
  ]);
  return row === undefined ? undefined : ownKeyFrom(row);
}
