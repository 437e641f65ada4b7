-- Who was asked to take which order, what came of it, and why it was that driver.

create table offers (
  id bigint primary key,
  order_id bigint not null references orders,
  driver_id bigint not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'lapsed', 'withdrawn')),
  offered_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > offered_at),
  answered_at timestamptz,
  check ((state = 'open') = (answered_at is null))
);
create unique index offers_open_once on offers (order_id, driver_id) where state = 'open';
create unique index offers_accepted_once on offers (order_id, driver_id) where state = 'accepted';
create index offers_open_of_a_driver on offers (driver_id, id) where state = 'open';
create index offers_open_by_end on offers (expires_at) where state = 'open';
create index offers_of_an_order on offers (order_id, id);

-- Every round that led to an offer, and the latest one that did not (number 0).
create table match_rounds (
  order_id bigint not null references orders,
  number integer not null check (number >= 0),
  at timestamptz not null,
  document json not null,
  primary key (order_id, number)
);

create table city_dispatch (
  locode text primary key,
  mode text not null default 'POOL' check (mode in ('POOL', 'BROADCAST')),
  paused boolean not null default false,
  paused_services text[] not null default '{}'
);

create index orders_waiting on orders (locode, id) where status = 'ASSIGNING_DRIVER';
create index orders_of_a_driver on orders (driver_id, id) where driver_id is not null;
create index orders_under_way on orders (driver_id) where status in ('ON_GOING', 'PICKED_UP');
