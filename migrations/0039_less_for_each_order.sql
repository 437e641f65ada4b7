-- An order is written by several hands: what follows its placement cost as much as the placement itself.

-- Found again only through the order, and written only for one that was just read: looking it up for each of its terms was half of keeping them.
alter table order_terms drop constraint order_terms_order_id_fkey;

-- Takes calls out of the windows of several keys, each with its pace where it has one. Locks in the order of the requests; what it reads of a
-- window is what the last holder of its lock has left. Where a window of one is not there yet, all are made before anything is taken.
-- Each row is looked up by its key, also where the plan was made when there were few: the tables grow, and have many dead rows. Planned once.
create function take_from_windows(requests json)
returns table (is_current boolean, granted integer, used integer, oldest_tick bigint, pace_used integer)
language plpgsql set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  for attempt in 1..2 loop
    return query
    with request as materialized (
      select request.*, key.id is not null as is_current
      from rows from (
        json_to_recordset(requests) as (key_id bigint, revision integer, wanted integer,
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
      select ordinality, key_id, name, pace_name, wanted, allowed, pace_allowed,
        is_current, bool_and(is_known) over () as are_known,
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
        select case when is_current and are_known
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
    select is_current, granted, used + granted as used, coalesce(ticks[1], case when granted > 0 then tick end) as oldest_tick,
      pace_used + granted as pace_used
    from decided where are_known order by ordinality;
    exit when found;
    insert into rate_windows (api_key_id, api)
    select request.key_id, each.name
    from json_to_recordset(requests) as request (key_id bigint, name text, pace_name text)
      cross join lateral (values (request.name), (request.pace_name)) each (name)
    where each.name is not null
    on conflict do nothing;
  end loop;
end $$;

-- Processes that were started before go on calling these.
comment on function take_at_pace is 'For processes from before 0039; nobody calls it when they have ended';
comment on function take_from_window is 'For processes from before 0039; nobody calls it when they have ended';
