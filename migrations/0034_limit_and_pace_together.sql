-- An order is taken out of its limit and its pace at once: asking three times cost more than half of what writing the order did.

create or replace function take_from_window(
  key_id bigint, api_name text, tick bigint, life_ticks bigint, wanted integer, allowed integer,
  out granted integer, out used integer, out oldest_tick bigint
) language plpgsql as $$
declare
  known_ticks bigint[];
  known_counts integer[];
  current_tick bigint;
  first_alive integer := 1;
begin
  select ticks, counts into known_ticks, known_counts from rate_windows where api_key_id = key_id and api = api_name for update;
  if not found then
    insert into rate_windows (api_key_id, api) values (key_id, api_name) on conflict do nothing;
    select ticks, counts into known_ticks, known_counts from rate_windows where api_key_id = key_id and api = api_name for update;
  end if;
  -- Another process' clock may be a little ahead.
  current_tick := greatest(tick, known_ticks[cardinality(known_ticks)]);
  while known_ticks[first_alive] <= current_tick - life_ticks loop
    first_alive := first_alive + 1;
  end loop;
  if first_alive > 1 then
    known_ticks := known_ticks[first_alive:];
    known_counts := known_counts[first_alive:];
  end if;
  used := (select coalesce(sum(count), 0) from unnest(known_counts) as count);
  granted := greatest(least(wanted, allowed - used), 0);
  used := used + granted;
  if granted > 0 and known_ticks[cardinality(known_ticks)] = current_tick then
    known_counts[cardinality(known_counts)] := known_counts[cardinality(known_counts)] + granted;
  elsif granted > 0 then
    known_ticks := known_ticks || current_tick;
    known_counts := known_counts || granted;
  end if;
  oldest_tick := known_ticks[1];
  if granted > 0 then
    update rate_windows set ticks = known_ticks, counts = known_counts where api_key_id = key_id and api = api_name;
  end if;
end $$;

-- The same for calls that also have a pace, a shorter window: what either has no room for is taken from neither.
create function take_at_pace(
  key_id bigint, api_name text, tick bigint, life_ticks bigint, wanted integer, allowed integer,
  pace_name text, pace_tick bigint, pace_life_ticks bigint, pace_allowed integer,
  out granted integer, out used integer, out oldest_tick bigint, out pace_used integer
) language plpgsql as $$
begin
  if pace_name is null then
    select * into granted, used, oldest_tick from take_from_window(key_id, api_name, tick, life_ticks, wanted, allowed);
    return;
  end if;
  select * into granted, used, oldest_tick from take_from_window(key_id, api_name, tick, life_ticks, 0, allowed);
  select pace.granted, pace.used into wanted, pace_used from take_from_window(
    key_id, pace_name, pace_tick, pace_life_ticks, least(wanted, allowed - used), pace_allowed) pace;
  if wanted > 0 then
    select * into granted, used, oldest_tick from take_from_window(key_id, api_name, tick, life_ticks, wanted, allowed);
  end if;
end $$;
