import type { ApiKeyId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';

type Window = {
  readonly name: string;
  readonly tick: number;
  readonly lifeTicks: number;
  readonly allowed: number;
};
export type WindowRequest = Window & {
  readonly keyId: ApiKeyId;
  readonly revision: number;
  readonly wanted: number;
  /** A second, shorter window of the same calls; what it has no room for is not taken from the first either. */
  readonly pace: Window | undefined;
};
export type WindowAnswer = {
  /** False where the key has changed since the caller read it; nothing was taken then. */
  readonly current: boolean;
  readonly granted: number;
  readonly used: number;
  readonly oldestTick: number | undefined;
  readonly paceUsed: number | undefined;
};

/**
 * Several keys' windows in one statement. The requests must be sorted, and the statement keeps their order (the key is looked
 * up per request, not joined), so that two processes never wait for each other's rows.
 */
export async function takeFromWindows(
  sql: Queryable,
  requests: readonly WindowRequest[],
): Promise<readonly WindowAnswer[]> {
  const rows = await sql.query<WindowRow>(
    `select key.is_current as current, taken.granted, taken.used, taken.oldest_tick, taken.pace_used
     from unnest($1::bigint[], $2::integer[], $3::text[], $4::bigint[], $5::bigint[], $6::integer[], $7::integer[],
         $8::text[], $9::bigint[], $10::bigint[], $11::integer[])
       with ordinality as request(key_id, revision, name, tick, life_ticks, wanted, allowed,
         pace_name, pace_tick, pace_life_ticks, pace_allowed, position)
     cross join lateral (
       select exists (
         select from api_keys where id = request.key_id and revision = request.revision and status <> 'revoked'
       ) as is_current
     ) key
     cross join lateral take_at_pace(request.key_id, request.name, request.tick, request.life_ticks,
       case when key.is_current then request.wanted else 0 end, request.allowed,
       request.pace_name, request.pace_tick, request.pace_life_ticks, request.pace_allowed) taken
     order by request.position`,
    [
      requests.map(({ keyId }) => keyId),
      requests.map(({ revision }) => revision),
      requests.map(({ name }) => name),
      requests.map(({ tick }) => tick),
      requests.map(({ lifeTicks }) => lifeTicks),
      requests.map(({ wanted }) => wanted),
      requests.map(({ allowed }) => allowed),
      requests.map(({ pace }) => pace?.name),
      requests.map(({ pace }) => pace?.tick),
      requests.map(({ pace }) => pace?.lifeTicks),
      requests.map(({ pace }) => pace?.allowed),
    ],
  );
  return rows.map(({ current, granted, used, oldest_tick, pace_used }) => ({
    current,
    granted,
    used,
    oldestTick: oldest_tick === null ? undefined : Number(oldest_tick),
    paceUsed: pace_used ?? undefined,
  }));
}

type WindowRow = {
  current: boolean;
  granted: number;
  used: number;
  oldest_tick: string | null;
  pace_used: number | null;
};
