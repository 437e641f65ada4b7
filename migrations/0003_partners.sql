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
  source_addresses inet[] not null default '{}',
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

-- Calls that still count, by the tick in which they came, oldest first. Worth nothing after a crash, so not logged.
create unlogged table rate_windows (
  api_key_id bigint not null,
  api text not null,
  ticks bigint[] not null default '{}',
  counts integer[] not null default '{}',
  primary key (api_key_id, api),
  check (cardinality(ticks) = cardinality(counts))
) with (fillfactor = 50);

create table remembered_answers (
  fingerprint bytea primary key check (length(fingerprint) = 32),
  status smallint not null,
  body text not null,
  answered_at timestamptz not null
);
create index remembered_answers_by_age on remembered_answers (answered_at);

-- Takes up to `wanted` calls out of a sliding window: no stretch of its length, wherever it starts, holds more than `allowed`.
create function take_from_window(
  key_id bigint, api_name text, tick bigint, life_ticks bigint, wanted integer, allowed integer,
  out granted integer, out used integer, out oldest_tick bigint
) language plpgsql as $$
declare
  known rate_windows;
  current_tick bigint;
  first_alive integer := 1;
begin
  insert into rate_windows (api_key_id, api) values (key_id, api_name) on conflict do nothing;
  select * into known from rate_windows where api_key_id = key_id and api = api_name for update;
  -- Another process' clock may be a little ahead.
  current_tick := greatest(tick, known.ticks[cardinality(known.ticks)]);
  while known.ticks[first_alive] <= current_tick - life_ticks loop
    first_alive := first_alive + 1;
  end loop;
  known.ticks := known.ticks[first_alive:];
  known.counts := known.counts[first_alive:];
  used := (select coalesce(sum(count), 0) from unnest(known.counts) as count);
  granted := greatest(least(wanted, allowed - used), 0);
  used := used + granted;
  if granted > 0 and known.ticks[cardinality(known.ticks)] = current_tick then
    known.counts[cardinality(known.counts)] := known.counts[cardinality(known.counts)] + granted;
  elsif granted > 0 then
    known.ticks := known.ticks || current_tick;
    known.counts := known.counts || granted;
  end if;
  oldest_tick := known.ticks[1];
  if granted > 0 then
    update rate_windows set ticks = known.ticks, counts = known.counts where api_key_id = key_id and api = api_name;
  end if;
end $$;
