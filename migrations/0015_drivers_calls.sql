-- Drivers' calls are safe to repeat and no stranger locks a driver out; a driver has one order at a time; fairness is measured where all processes can read it; every service gets its turn.

delete from driver_sign_in_codes where sealed_code is null;
alter table driver_sign_in_codes
  alter column sealed_code set not null,
  drop column requested_at,
  -- SHA-256 of the Request-ID of the call that used the code: the same call again gets into the same session.
  add column used_by bytea check (length(used_by) = 32),
  add column session_id bigint references driver_sessions,
  add constraint driver_sign_in_codes_used_for_a_session check ((used_by is null) = (session_id is null));

-- Who asked for codes of a driver in the last hour. Strangers can ask too, so those at other addresses do not use up a driver's own requests.
create table driver_code_requests (
  driver_id bigint not null references drivers,
  -- SHA-256 of the Request-ID.
  request_hash bytea not null check (length(request_hash) = 32),
  -- An IPv4 address, or the first 64 bits of an IPv6 one.
  address text not null,
  requested_at timestamptz not null,
  primary key (driver_id, request_hash)
);

-- One driver, one order at a time.
drop index orders_under_way;
create unique index orders_one_under_way on orders (driver_id) where status in ('ON_GOING', 'PICKED_UP');
-- A replaced order ends before its successor is there, because they have the same driver.
alter table orders alter constraint orders_replaced_by_id_fkey deferrable initially deferred;

drop index orders_waiting;
create index orders_waiting on orders (locode, service, id) where status = 'ASSIGNING_DRIVER';

-- How unevenly the drivers of each city earn per hour online, measured by the worker.
create table earnings_spreads (
  locode text primary key,
  spread double precision not null check (spread >= 0),
  measured_at timestamptz not null
);
create index driver_shifts_by_end on driver_shifts (offline_at);
