import type { ApiKeyId, PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { StoredAnswer } from '../infrastructure/http/stored-answer.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';
import type { ApiKey, KeyStatus } from './rules/api-key.ts';
import type { CallFault } from './rules/call-fault.ts';

export type StoredKey = ApiKey & { readonly sealedSecret: Sealed };

type KeyRow = {
  id: ApiKeyId;
  partner_id: PartnerId;
  partner_name: string;
  public_key: string;
  sealed_secret: Buffer;
  markets: string[];
  platforms: ('ON_DEMAND' | 'PLUS')[];
  source_addresses: string[];
  limit_factor: number;
  status: KeyStatus;
  revision: number;
  clock_ahead_ms: string;
  fault: CallFault | null;
};

const KEY_COLUMNS = `key.id, key.partner_id, partner.name as partner_name, key.public_key, key.sealed_secret, key.markets,
  key.platforms, key.source_addresses::text[] as source_addresses, key.limit_factor, key.status, key.revision,
  clock_ahead_ms(key.partner_id) as clock_ahead_ms,
  (select document from partner_faults where partner_faults.partner_id = key.partner_id) as fault`;
const KEY_TABLES = 'api_keys key join partners partner on partner.id = key.partner_id';

function keyFrom(row: KeyRow): StoredKey {
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

/** How far ahead the partner's clock is. */
export async function clockAheadOf(sql: Queryable, partnerId: PartnerId): Promise<number> {
  const [row] = await sql.query<{ ahead: string }>('select clock_ahead_ms($1) as ahead', [partnerId]);
  return Number(row?.ahead);
}

/** For whoever holds the partner's lock. */
export async function setClock(tx: Transaction, partnerId: PartnerId, aheadMs: number): Promise<void> {
  await (aheadMs === 0
    ? tx.query('delete from partner_clocks where partner_id = $1', [partnerId])
    : tx.query(
        `insert into partner_clocks (partner_id, ahead_ms) values ($1, $2)
         on conflict (partner_id) do update set ahead_ms = excluded.ahead_ms`,
        [partnerId, aheadMs],
      ));
  await touchKeys(tx, partnerId);
}

/** Every key counts as changed, so that every process looks again at what goes with it. */
async function touchKeys(tx: Transaction, partnerId: PartnerId): Promise<void> {
  await tx.query('update api_keys set revision = revision + 1 where partner_id = $1', [partnerId]);
}

export async function callFaultOf(sql: Queryable, partnerId: PartnerId): Promise<CallFault | undefined> {
  const [row] = await sql.query<{ document: CallFault }>('select document from partner_faults where partner_id = $1', [
    partnerId,
  ]);
  return row?.document;
}

/** For whoever holds the partner's lock. Calls are counted anew; undefined takes the fault away. */
export async function setCallFault(tx: Transaction, partnerId: PartnerId, fault: CallFault | undefined): Promise<void> {
  await (fault === undefined
    ? tx.query('delete from partner_faults where partner_id = $1', [partnerId])
    : tx.query(
        `insert into partner_faults (partner_id, document) values ($1, $2)
         on conflict (partner_id) do update set document = excluded.document, calls = 0`,
        [partnerId, JSON.stringify(fault)],
      ));
  await touchKeys(tx, partnerId);
}

/** Which call it is since the fault was set, over all processes; undefined where it has just been taken away. */
export async function countFaultyCall(sql: Queryable, partnerId: PartnerId): Promise<number | undefined> {
  const [row] = await sql.query<{ calls: number }>(
    'update partner_faults set calls = calls + 1 where partner_id = $1 returning calls',
    [partnerId],
  );
  return row?.calls;
}

/** How a partner's orders are driven in the sandbox, and how many times as fast as in life. */
export type Simulation = {
  readonly drivers: 'AUTO' | 'MANUAL';
  readonly speed: number;
  readonly scenario: string | undefined;
};
type SimulationRow = { drivers: Simulation['drivers']; speed: number; scenario: string | null };

function simulationFrom({ drivers, speed, scenario }: SimulationRow): Simulation {
  return { drivers, speed, scenario: scenario ?? undefined };
}

export async function findSimulation(sql: Queryable, partnerId: PartnerId): Promise<Simulation> {
  const [row] = await sql.query<SimulationRow>(
    'select drivers, speed, scenario from partner_simulations where partner_id = $1',
    [partnerId],
  );
  return simulationFrom(row ?? { drivers: 'MANUAL', speed: 1, scenario: null });
}

export async function saveSimulation(sql: Queryable, partnerId: PartnerId, simulation: Simulation): Promise<void> {
  await sql.query(
    `insert into partner_simulations (partner_id, drivers, speed, scenario) values ($1, $2, $3, $4)
     on conflict (partner_id) do update set drivers = $2, speed = $3, scenario = $4`,
    [partnerId, simulation.drivers, simulation.speed, simulation.scenario ?? null],
  );
}

/** Of partners whose orders simulated drivers take. */
export async function listSimulations(sql: Queryable): Promise<ReadonlyMap<PartnerId, Simulation>> {
  const rows = await sql.query<SimulationRow & { partner_id: PartnerId }>(
    "select partner_id, drivers, speed, scenario from partner_simulations where drivers = 'AUTO'",
  );
  return new Map(rows.map((row) => [row.partner_id, simulationFrom(row)]));
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

export async function findWebhookSecret(sql: Queryable, partnerId: string): Promise<Sealed | undefined> {
  const [row] = await sql.query<{ sealed_webhook_secret: Buffer }>(
    'select sealed_webhook_secret from partners where id = $1',
    [partnerId],
  );
  return row?.sealed_webhook_secret;
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

/** Changes the status of a living key; undefined where there is none of that name. */
export async function setKeyStatus(
  sql: Queryable,
  publicKey: string,
  status: KeyStatus,
): Promise<StoredKey | undefined> {
  const [row] = await sql.query<KeyRow>(
    `update api_keys key set status = $2, revision = key.revision + 1,
       slot = case when $2 = 'revoked' then null else key.slot end
     from partners partner
     where key.public_key = $1 and key.status <> 'revoked' and partner.id = key.partner_id
     returning ${KEY_COLUMNS}`,
    [publicKey, status],
  );
  return row === undefined ? undefined : keyFrom(row);
}

export type KeyTerms = {
  markets?: readonly string[];
  platforms?: readonly string[];
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

export async function findPartner(sql: Queryable, id: string): Promise<{ id: PartnerId; name: string } | undefined> {
  const [row] = await sql.query<{ id: PartnerId; name: string }>('select id, name from partners where id = $1', [id]);
  return row;
}

export type PartnerRecord = { id: PartnerId; name: string; createdAt: Instant; keys: readonly PartnerKeyRecord[] };
type PartnerKeyRecord = Omit<ApiKey, 'id' | 'partner' | 'revision' | 'clockAheadMs' | 'fault'>;

/** Newest first, a page at a time; `before` is the id of the last one seen. */
export async function listPartners(
  sql: Queryable,
  before: string | undefined,
  limit: number,
): Promise<readonly PartnerRecord[]> {
  const rows = await sql.query<KeyRow & { created_at: Date; id: ApiKeyId | null }>(
    `select ${KEY_COLUMNS.replace('key.partner_id', 'partner.id as partner_id')}, partner.created_at
     from (select * from partners where $1::bigint is null or id < $1 order by id desc limit $2) partner
     left join api_keys key on key.partner_id = partner.id
     order by partner.id desc, key.created_at desc, key.id desc`,
    [before ?? null, limit],
  );
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
    const { publicKey, markets, platforms, sourceAddresses, limitFactor, status } = keyFrom(row);
    partner.keys.push({ publicKey, markets, platforms, sourceAddresses, limitFactor, status });
  }
  return [...partners.values()];
}

export type WindowRequest = {
  readonly keyId: ApiKeyId;
  readonly revision: number;
  readonly name: string;
  readonly tick: number;
  readonly lifeTicks: number;
  readonly wanted: number;
  readonly allowed: number;
};
export type WindowAnswer = {
  /** False where the key has changed since the caller read it; nothing was taken then. */
  readonly current: boolean;
  readonly granted: number;
  readonly used: number;
  readonly oldestTick: number | undefined;
};

/**
 * Several keys' windows in one statement. The requests must be sorted, and the statement keeps their order (the key is looked
 * up per request, not joined), so that two processes never wait for each other's rows.
 */
export async function takeFromWindows(
  sql: Queryable,
  requests: readonly WindowRequest[],
): Promise<readonly WindowAnswer[]> {
  const rows = await sql.query<{ current: boolean; granted: number; used: number; oldest_tick: string | null }>(
    `select coalesce(key.revision = request.revision, false) as current, taken.granted, taken.used, taken.oldest_tick
     from unnest($1::bigint[], $2::integer[], $3::text[], $4::bigint[], $5::bigint[], $6::integer[], $7::integer[])
       with ordinality as request(key_id, revision, name, tick, life_ticks, wanted, allowed, position)
     cross join lateral (
       select (select revision from api_keys where id = request.key_id and status <> 'revoked') as revision
     ) key
     cross join lateral take_from_window(request.key_id, request.name, request.tick, request.life_ticks,
       case when key.revision = request.revision then request.wanted else 0 end, request.allowed) taken
     order by request.position`,
    [
      requests.map(({ keyId }) => keyId),
      requests.map(({ revision }) => revision),
      requests.map(({ name }) => name),
      requests.map(({ tick }) => tick),
      requests.map(({ lifeTicks }) => lifeTicks),
      requests.map(({ wanted }) => wanted),
      requests.map(({ allowed }) => allowed),
    ],
  );
  return rows.map(({ current, granted, used, oldest_tick }) => ({
    current,
    granted,
    used,
    oldestTick: oldest_tick === null ? undefined : Number(oldest_tick),
  }));
}

export async function findAnswer(
  sql: Queryable,
  fingerprint: Buffer,
  since: Instant,
): Promise<StoredAnswer | undefined> {
  const [row] = await sql.query<StoredAnswer>(
    'select status, body from remembered_answers where fingerprint = $1 and answered_at > $2',
    [fingerprint, timestamp(since)],
  );
  return row;
}

/** False while another transaction works on the same call. The lock ends with the transaction, however that ends. */
export async function tryLockCall(tx: Transaction, fingerprint: Buffer): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
    fingerprint.readBigInt64BE(0).toString(),
  ]);
  return row?.locked === true;
}

export async function insertAnswer(
  tx: Transaction,
  fingerprint: Buffer,
  answer: StoredAnswer,
  now: Instant,
): Promise<void> {
  await tx.query(
    `insert into remembered_answers (fingerprint, status, body, answered_at) values ($1, $2, $3, $4)
     on conflict (fingerprint) do update set status = $2, body = $3, answered_at = $4`,
    [fingerprint, answer.status, answer.body, timestamp(now)],
  );
}

export async function deleteAnswersUntil(tx: Transaction, until: Instant, most: number): Promise<number> {
  const rows = await tx.query(
    `delete from remembered_answers where fingerprint in (
       select fingerprint from remembered_answers where answered_at <= $1 order by answered_at limit $2
     ) returning 1`,
    [timestamp(until), most],
  );
  return rows.length;
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
