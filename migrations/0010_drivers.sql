-- Drivers, how they sign in, when they are online, where they are, and whose orders they are kept from.

create table drivers (
  -- Short, as partners see it.
  id bigint primary key generated always as identity (start with 100001),
  name text not null check (length(name) between 1 and 200),
  phone text not null unique check (phone ~ '^\+[1-9][0-9]{1,14}$'),
  plate text not null check (length(plate) between 1 and 20),
  service text not null,
  locode text not null check (locode ~ '^[A-Z]{2} [A-Z0-9]{3}$'),
  languages text[] not null default '{}',
  capabilities text[] not null default '{}',
  photo_key text,
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null
);
create index drivers_of_a_city on drivers (locode, id);

-- One living code for each driver. The row stays when its code is used up, because it counts the requests.
create table driver_sign_in_codes (
  driver_id bigint primary key references drivers,
  -- Sealed with the master key: a hash of six digits is undone in a moment.
  sealed_code bytea,
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  requested_at timestamptz[] not null check (cardinality(requested_at) between 1 and 5)
);

create table driver_sessions (
  id bigint primary key generated always as identity,
  driver_id bigint not null references drivers,
  token_hash bytea not null unique check (length(token_hash) = 32),
  device text not null check (length(device) <= 100),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index driver_sessions_of_a_driver on driver_sessions (driver_id, id);

create table driver_shifts (
  id bigint primary key generated always as identity,
  driver_id bigint not null references drivers,
  locode text not null,
  online_at timestamptz not null,
  -- Null while the driver is online.
  offline_at timestamptz check (offline_at >= online_at)
);
create unique index driver_shifts_one_open on driver_shifts (driver_id) where offline_at is null;
create index driver_shifts_of_a_city on driver_shifts (locode, offline_at);

-- Where each driver was last. A crash may empty it: within seconds every driver has told it again.
create unlogged table driver_positions (
  driver_id bigint primary key references drivers,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  accuracy_meters double precision check (accuracy_meters >= 0),
  heading_degrees double precision check (heading_degrees >= 0 and heading_degrees < 360),
  -- By the clock of the device.
  position_at timestamptz not null,
  received_at timestamptz not null
) with (fillfactor = 50);

-- The way of a driver with an order, one place a second at most.
create table driver_tracks (
  order_id bigint not null,
  driver_id bigint not null references drivers,
  at timestamptz(0) not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  -- Reached faster than anything on the road.
  is_jump boolean not null,
  primary key (order_id, driver_id, at)
);

create table driver_blocks (
  partner_id bigint not null references partners,
  driver_id bigint not null references drivers,
  created_at timestamptz not null,
  primary key (partner_id, driver_id)
);
