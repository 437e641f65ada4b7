-- What is kept for some weeks only is kept in weeks, so that forgetting is the dropping of a table and leaves nothing to clean up.

-- Each of these tables becomes the parent of one table a week, named by the day on which its week ends. The rows there are stay where they
-- are: their table becomes the first week, which began at the beginning. What falls into no week goes to the one named `other`; the worker
-- (src/infrastructure/database/partitions.ts) makes weeks ahead, moves such rows into theirs, and drops weeks that are too old.
-- They refer to no other table by a key: dropping would have to lock what it refers to.

alter table delivery_attempts
  drop constraint delivery_attempts_pkey,
  alter column id drop identity,
  add constraint delivery_attempts_first_pkey primary key (position, id, attempted_at);
drop index delivery_attempts_of_an_event;
alter table delivery_attempts rename to delivery_attempts_first;
create sequence delivery_attempts_id_seq;
select setval('delivery_attempts_id_seq', greatest((select max(id) from delivery_attempts_first), 0) + 1, false);
create table delivery_attempts (
  id bigint not null default nextval('delivery_attempts_id_seq'),
  position bigint not null,
  attempted_at timestamptz not null,
  status smallint constraint delivery_attempts_status_check check (status between 100 and 999),
  duration_ms integer not null constraint delivery_attempts_duration_ms_check check (duration_ms >= 0),
  -- The first bytes of the answer, or why there was none.
  answer text not null constraint delivery_attempts_answer_check check (octet_length(answer) <= 600),
  primary key (position, id, attempted_at)
) partition by range (attempted_at);
alter sequence delivery_attempts_id_seq owned by delivery_attempts.id;
alter table delivery_attempts_first alter column id set default nextval('delivery_attempts_id_seq');
create table delivery_attempts_other partition of delivery_attempts default;

alter table driver_tracks drop constraint driver_tracks_driver_id_fkey;
alter table driver_tracks rename constraint driver_tracks_pkey to driver_tracks_first_pkey;
alter table driver_tracks rename to driver_tracks_first;
create table driver_tracks (
  -- Ids of orders rise with time, and whoever reads a way knows the order: so one week is looked into.
  order_id bigint not null,
  driver_id bigint not null,
  at timestamptz(0) not null,
  lat double precision not null constraint driver_tracks_lat_check check (lat between -90 and 90),
  lng double precision not null constraint driver_tracks_lng_check check (lng between -180 and 180),
  -- Reached faster than anything on the road.
  is_jump boolean not null,
  primary key (order_id, driver_id, at)
) partition by range (order_id);
create table driver_tracks_other partition of driver_tracks default;

alter table match_rounds drop constraint match_rounds_order_id_fkey;
alter table match_rounds rename constraint match_rounds_pkey to match_rounds_first_pkey;
alter table match_rounds rename to match_rounds_first;
create table match_rounds (
  order_id bigint not null,
  -- Every round that led to an offer, and the latest one that did not (number 0).
  number integer not null constraint match_rounds_number_check check (number >= 0),
  at timestamptz not null,
  document json not null,
  primary key (order_id, number)
) partition by range (order_id);
create table match_rounds_other partition of match_rounds default;

-- The first id of a millisecond; src/foundation/ids.ts says how ids are made.
create function first_id_at(instant timestamptz) returns bigint language sql immutable
  return ((extract(epoch from instant) * 1000)::bigint - 1420070400000) << 22;

do $$
declare
  -- Monday of the week after next, or of the one after the latest row.
  latest timestamptz := greatest(now(),
    (select max(attempted_at) from delivery_attempts_first),
    (select to_timestamp(((greatest((select max(order_id) from driver_tracks_first), (select max(order_id) from match_rounds_first)) >> 22)
      + 1420070400000) / 1000.0)));
  ends timestamptz := date_trunc('week', latest at time zone 'UTC') at time zone 'UTC' + interval '14 days';
  week text := to_char(ends at time zone 'UTC', 'YYYYMMDD');
  parent text;
begin
  foreach parent in array array['delivery_attempts', 'driver_tracks', 'match_rounds'] loop
    execute format('alter table %I rename constraint %I to %I', parent || '_first', parent || '_first_pkey', parent || '_until_' || week || '_pkey');
    execute format('alter table %I rename to %I', parent || '_first', parent || '_until_' || week);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, parent || '_until_' || week,
      case parent when 'delivery_attempts' then ends::text else first_id_at(ends)::text end);
  end loop;
end $$;
drop function first_id_at;

-- The labels of a batch could be fetched for ever; now the batch and its file go after 30 days, as new ones do.
insert into jobs (kind, name, due_at, payload)
  select 'plus.forgetBatch', id, created_at + interval '30 days', jsonb_build_object('batchId', id::text) from label_batches;
