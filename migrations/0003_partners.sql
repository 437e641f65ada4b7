-- Partners, their keys, the limits that all processes share, and the answers that make a retry safe.

create table partners (
  id bigint primary key,
  name text not null check (length(name) between 1 and 200),
  sealed_webhook_secret bytea not null,
  created_at timestamptz not null
);

create table api_keys (
  id bigint primary key,
  partner_id bigint not null references partners,
  public_key text not null unique,
  sealed_secret bytea not null,
  markets text[] not null check (cardinality(markets) > 0),
  platforms text[] not null check (platforms <@ '{ON_DEMAND,PLUS}' and cardinality(platforms) > 0),
  source_addresses cidr[] not null default '{}',
  limit_factor integer not null default 1 check (limit_factor between 1 and 100000),
  status text not null default 'active' check (status in ('active', 'suspended', 'revoked')),
  -- Rises with every change, so that a process notices that what it remembers of a key is old.
  revision integer not null default 1,
  slot smallint check (slot in (1, 2)),
  created_at timestamptz not null,
  check ((status = 'revoked') = (slot is null))
);
-- At most two keys of a partner live at once: the old one and its successor.
create unique index api_keys_two_alive on api_keys (partner_id, slot) where slot is not null;

-- Calls of the last window in ticks of a sixtieth. Worth nothing after a crash, so not logged.
create unlogged table rate_windows (
  api_key_id bigint not null,
  api text not null,
  newest_tick bigint not null,
  counts integer[] not null,
  primary key (api_key_id, api)
) with (fillfactor = 50);

create table remembered_answers (
  fingerprint bytea primary key check (length(fingerprint) = 32),
  status smallint not null,
  body text not null,
  answered_at timestamptz not null
);
create index remembered_answers_by_age on remembered_answers (answered_at);

-- Takes up to `wanted` calls out of a sliding window of 61 ticks (60 whole ones and the one that has just begun), so that
-- no window of that length, wherever it starts, ever holds more than `allowed` calls.
create function take_from_window(
  key_id bigint, api_name text, tick bigint, wanted integer, allowed integer,
  out granted integer, out used integer, out oldest_tick bigint
) language plpgsql as $$
declare
  known rate_windows;
  current_tick bigint;
  ticks integer[];
  shift integer;
begin
  insert into rate_windows values (key_id, api_name, tick, array_fill(0, array[61]))
    on conflict do nothing;
  select * into known from rate_windows where api_key_id = key_id and api = api_name for update;
  -- Another process' clock may be a little ahead.
  current_tick := greatest(tick, known.newest_tick);
  shift := least(current_tick - known.newest_tick, 61);
  ticks := known.counts[shift + 1:61] || array_fill(0, array[shift]);
  used := (select sum(count) from unnest(ticks) as count);
  granted := greatest(least(wanted, allowed - used), 0);
  used := used + granted;
  ticks[61] := ticks[61] + granted;
  oldest_tick := current_tick - 61 + (
    select min(position) from unnest(ticks) with ordinality as window_tick(count, position) where count > 0
  );
  if granted > 0 or shift > 0 then
    update rate_windows set newest_tick = current_tick, counts = ticks
      where api_key_id = key_id and api = api_name;
  end if;
end $$;
