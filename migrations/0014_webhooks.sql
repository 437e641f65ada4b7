-- Every committed event gets a place in one log that readers follow without gaps, and is pushed to its partner until it gets through.

-- Events are recorded by many at once; which of them commits first is known only afterwards. So they wait here for their place.
create table events_unsequenced (
  id bigint primary key generated always as identity,
  stream_id bigint not null,
  number integer not null
);
insert into events_unsequenced (stream_id, number) select stream_id, number from events order by created_at, stream_id, number;

create function queue_for_sequencing() returns trigger language plpgsql as $$
begin
  insert into events_unsequenced (stream_id, number) select stream_id, number from recorded order by number, stream_id;
  return null;
end $$;
create trigger every_event_is_sequenced after insert on events
  referencing new table as recorded for each statement execute function queue_for_sequencing();

-- Whoever gives out places holds this row.
create table event_sequence (
  only_row boolean primary key default true check (only_row),
  last_position bigint not null
);
insert into event_sequence (last_position) values (0);

create table event_log (
  position bigint primary key check (position > 0),
  partner_id bigint not null,
  stream_id bigint not null,
  number integer not null,
  type text not null,
  created_at timestamptz not null,
  sequenced_at timestamptz not null,
  unique (stream_id, number)
);
create index event_log_of_a_partner on event_log (partner_id, position);

create table webhook_receivers (
  partner_id bigint primary key references partners,
  -- Null after a removal.
  url text check (length(url) between 1 and 2000),
  -- Types that are pushed only where asked for.
  event_types text[] not null default '{}',
  disabled_at timestamptz,
  disabled_reason text,
  -- The first failure since something got through.
  silent_since timestamptz,
  -- While nobody answers: the stream that failed first, how often others failed since, and when the next may try.
  failing_stream_id bigint,
  failures integer not null default 0,
  next_try_at timestamptz,
  -- Rises with every setting of the URL, so that what was sent to the one before says nothing about this one.
  revision integer not null default 1,
  updated_at timestamptz not null,
  check ((disabled_at is null) = (disabled_reason is null))
);

create table deliveries (
  position bigint primary key,
  stream_id bigint not null,
  number integer not null,
  state text not null default 'pending' check (state in ('pending', 'delivered')),
  attempts integer not null default 0,
  delivered_at timestamptz,
  last_error text,
  check ((state = 'delivered') = (delivered_at is not null))
);
create unique index deliveries_pending on deliveries (stream_id, number) where state = 'pending';

-- A stream that has something to deliver, or just had: its events go one by one, so trying again is a matter of the stream.
create table delivery_streams (
  stream_id bigint primary key,
  partner_id bigint not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  -- Of the event that is next, and when the first of them was.
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  parked_reason text,
  -- Rises with everything that is added, so that a stream is put away only if nothing has come meanwhile.
  revision integer not null default 1
);
create index delivery_streams_due on delivery_streams (partner_id, due_at) where parked_reason is null;

create table delivery_attempts (
  id bigint primary key generated always as identity,
  position bigint not null,
  attempted_at timestamptz not null,
  status smallint,
  duration_ms integer not null check (duration_ms >= 0),
  -- The first bytes of the answer, or why there was none.
  answer text not null check (octet_length(answer) <= 600)
);
create index delivery_attempts_of_an_event on delivery_attempts (position, id);

alter table partners
  -- Signs beside its successor for a day.
  add column previous_sealed_webhook_secret bytea,
  add column webhook_secret_rotated_at timestamptz,
  add constraint partners_previous_secret_with_its_time
    check ((previous_sealed_webhook_secret is null) = (webhook_secret_rotated_at is null));
