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

/** Takes calls out of several keys' windows; first come, first served where two processes ask for the same. */
export async function takeFromWindows(
  sql: Queryable,
  requests: readonly WindowRequest[],
): Promise<readonly WindowAnswer[]> {
  const rows = await take(sql, requests);
  if (rows.every(({ is_known }) => is_known)) return rows.map(answerFrom);
  await openWindows(sql, requests);
  return (await take(sql, requests)).map(answerFrom);
}

/**
 * One statement for all. The requests must be sorted, and it locks in their order, so that two processes never wait for each other.
 * What it reads of a window is what the last holder of its lock has left. Where one of a request's windows is not there yet, nothing is
 * taken for any of them. Each row is looked up by its key (limit 1), however few there are: of a table with many dead rows that is the
 * only way that stays quick. As JSON and not as arrays, whose lengths the planner would see, and plan anew for each.
 */
const TAKE = `
  with request as materialized (
    select request.*, key.id is not null as is_current
    from rows from (
      json_to_recordset($1::json) as (key_id bigint, revision integer, wanted integer,
        name text, tick bigint, life_ticks bigint, allowed integer,
        pace_name text, pace_tick bigint, pace_life_ticks bigint, pace_allowed integer)
    ) with ordinality as request
    left join lateral (
      select id from api_keys where id = request.key_id and revision = request.revision and status <> 'revoked' limit 1
    ) key on true
  ), locked as materialized (
    select request.*, calls.ticks, calls.counts, pace.ticks as pace_ticks, pace.counts as pace_counts,
      calls.ticks is not null and (pace_name is null or pace.ticks is not null) as is_known
    from request
    left join lateral (
      select ticks, counts from rate_windows where api_key_id = key_id and api = name limit 1 for update
    ) calls on true
    left join lateral (
      select ticks, counts from rate_windows where api_key_id = key_id and api = pace_name limit 1 for update
    ) pace on true
  ), counted as materialized (
    select ordinality, key_id, is_known, name, pace_name, wanted, allowed, pace_allowed,
      is_current and bool_and(is_known) over () as may_take, is_current,
      now_at.tick, alive.ticks, alive.counts, coalesce(used.calls, 0)::integer as used,
      now_at.pace_tick, pace_alive.ticks as pace_ticks, pace_alive.counts as pace_counts,
      case when pace_name is not null then coalesce(used.pace, 0)::integer end as pace_used
    from locked
    -- Another process' clock may be a little ahead.
    cross join lateral (
      select greatest(tick, ticks[cardinality(ticks)]) as tick, greatest(pace_tick, pace_ticks[cardinality(pace_ticks)]) as pace_tick
    ) now_at
    cross join lateral (
      select (select count(*) from unnest(ticks) as old where old <= now_at.tick - life_ticks)::integer as calls,
        (select count(*) from unnest(pace_ticks) as old where old <= now_at.pace_tick - pace_life_ticks)::integer as pace
      offset 0
    ) gone
    cross join lateral (select ticks[gone.calls + 1:] as ticks, counts[gone.calls + 1:] as counts) alive
    cross join lateral (select pace_ticks[gone.pace + 1:] as ticks, pace_counts[gone.pace + 1:] as counts) pace_alive
    cross join lateral (
      select (select sum(count) from unnest(alive.counts) as count) as calls,
        (select sum(count) from unnest(pace_alive.counts) as count) as pace
    ) used
  ), decided as materialized (
    select counted.*, granted.calls as granted from counted cross join lateral (
      select case when may_take
        then greatest(least(wanted, allowed - used, coalesce(pace_allowed - pace_used, wanted)), 0) else 0 end as calls
    ) granted
  ), written as (
    update rate_windows kept set
      ticks = case when is_begun then taken.ticks else taken.ticks || taken.tick end,
      counts = case when is_begun then taken.counts[:cardinality(taken.counts) - 1] || taken.counts[cardinality(taken.counts)] + granted
        else taken.counts || granted end
    from decided
    cross join lateral (values
      (decided.name, decided.tick, decided.ticks, decided.counts),
      (decided.pace_name, decided.pace_tick, decided.pace_ticks, decided.pace_counts)
    ) taken (name, tick, ticks, counts)
    cross join lateral (select coalesce(taken.ticks[cardinality(taken.ticks)] = taken.tick, false) as is_begun) last
    where granted > 0 and kept.api_key_id = decided.key_id and kept.api = taken.name
  )
  select is_known, is_current, granted, used + granted as used, coalesce(ticks[1], case when granted > 0 then tick end) as oldest_tick,
    pace_used + granted as pace_used
  from decided order by ordinality`;

function take(sql: Queryable, requests: readonly WindowRequest[]): Promise<readonly WindowRow[]> {
  const rows = requests.map(({ keyId, revision, wanted, name, tick, lifeTicks, allowed, pace }) => ({
    key_id: keyId,
    revision,
    wanted,
    ...{ name, tick, life_ticks: lifeTicks, allowed },
    ...{ pace_name: pace?.name, pace_tick: pace?.tick, pace_life_ticks: pace?.lifeTicks, pace_allowed: pace?.allowed },
  }));
  return sql.query<WindowRow>(TAKE, [JSON.stringify(rows)]);
}

async function openWindows(sql: Queryable, requests: readonly WindowRequest[]): Promise<void> {
  const windows = requests.flatMap(({ keyId, name, pace }) => [
    { keyId, name },
    ...(pace === undefined ? [] : [{ keyId, name: pace.name }]),
  ]);
  await sql.query(
    'insert into rate_windows (api_key_id, api) select * from unnest($1::bigint[], $2::text[]) on conflict do nothing',
    [windows.map(({ keyId }) => keyId), windows.map(({ name }) => name)],
  );
}

type WindowRow = {
  /** False where a window of it has yet to be made. */
  is_known: boolean;
  is_current: boolean;
  granted: number;
  used: number;
  oldest_tick: string | null;
  pace_used: number | null;
};

function answerFrom({ is_current, granted, used, oldest_tick, pace_used }: WindowRow): WindowAnswer {
  return {
    current: is_current,
    granted,
    used,
    oldestTick: oldest_tick === null ? undefined : Number(oldest_tick),
    paceUsed: pace_used ?? undefined,
  };
}
