import type { ApiKeyId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';

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
