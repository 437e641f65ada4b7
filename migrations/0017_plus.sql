-- Parcels: the scheduled variant, one pick-up and one drop-off, known to their client by a reference of theirs.

create table plus_quotations (
  id bigint primary key,
  partner_id bigint not null,
  market text not null,
  locode text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  schedule_at timestamptz not null,
  deliver_by timestamptz not null,
  -- Stops, item, stage, distance.
  document json not null,
  check (deliver_by > schedule_at),
  check (expires_at > created_at and expires_at <= schedule_at)
);

create table parcels (
  id bigint primary key,
  partner_id bigint not null,
  -- One quotation buys one parcel.
  quotation_id bigint not null unique references plus_quotations,
  client_ref text not null check (char_length(client_ref) between 1 and 64),
  market text not null,
  locode text not null,
  status text not null check (status in ('AWAIT_DRIVER', 'AWAIT_PICKUP', 'DELIVERING', 'FAILED_PICKUP', 'FAILED', 'RETURNED',
    'DELIVERED', 'CANCELED', 'CLOSED')),
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  schedule_at timestamptz not null,
  deliver_by timestamptz not null check (deliver_by > schedule_at),
  ended_at timestamptz,
  -- Whoever has it, or had it last.
  driver_id bigint references drivers,
  -- Stops, contacts, item, metadata, distance, how the drop-off ended: what an edit or a driver changes.
  document json not null,
  -- Every change with its time, oldest first; edits with what they changed.
  history json not null,
  edits json not null,
  tags text[] not null default '{}',
  wants_label boolean not null,
  -- Null until the label has been drawn, and again when what stands on it has changed.
  label_key text,
  -- A driver has it, and an edit has made the plan wrong.
  needs_plan boolean not null default false,
  request_hash bytea not null check (length(request_hash) = 32),
  share_token text not null unique check (length(share_token) >= 22),
  event_count integer not null default 0,
  revision integer not null default 1,
  unique (partner_id, client_ref),
  check ((status in ('DELIVERED', 'CANCELED', 'CLOSED')) = (ended_at is not null)),
  check (status <> 'AWAIT_DRIVER' or driver_id is null),
  check (status in ('AWAIT_DRIVER', 'CANCELED', 'CLOSED') or driver_id is not null),
  check (label_key is null or wants_label)
);
create index parcels_without_driver on parcels (locode, schedule_at) where status = 'AWAIT_DRIVER';
create index parcels_planned_wrongly on parcels (locode) where needs_plan;
create index parcels_of_a_driver on parcels (driver_id, schedule_at) where ended_at is null and driver_id is not null;
create index parcels_delivered on parcels (partner_id, ended_at) where status = 'DELIVERED';

-- Labels of several parcels in one file, for the printer.
create table label_batches (
  id bigint primary key,
  partner_id bigint not null,
  parcel_ids bigint[] not null check (cardinality(parcel_ids) between 1 and 200),
  created_at timestamptz not null,
  -- Null until they have been drawn.
  file_key text
);

-- Who goes where with which parcels on one day. A later plan of the same day stands in for the earlier one.
create table parcel_plans (
  id bigint primary key,
  locode text not null,
  day date not null,
  made_at timestamptz not null,
  -- Total distance, deadlines kept and broken, parcels that fit nobody.
  summary json not null
);
create index parcel_plans_of_a_city on parcel_plans (locode, day, id);

create table parcel_routes (
  plan_id bigint not null references parcel_plans,
  driver_id bigint not null references drivers,
  -- Pick-ups and drop-offs in their order, with their times.
  visits json not null,
  meters integer not null check (meters >= 0),
  primary key (plan_id, driver_id)
);
create index parcel_routes_of_a_driver on parcel_routes (driver_id, plan_id);

-- Proofs are of orders and of parcels, and a parcel that failed may be tried again: a stop is handed over once.
alter table proofs drop constraint proofs_order_id_fkey, drop constraint proofs_order_id_stop_id_key;
create unique index proofs_one_hand_over on proofs (order_id, stop_id) where kind <> 'failure';
