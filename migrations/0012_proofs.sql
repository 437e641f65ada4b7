-- How a drop-off ended is recorded once, with its picture's hash, its times and its place, and can be shown to others so that they need not trust us.

create table proofs (
  id bigint primary key,
  order_id bigint not null references orders,
  -- Counted from 1 within the order.
  position integer not null check (position > 0),
  stop_id bigint not null,
  driver_id bigint not null,
  -- A statement is the driver's word alone, where no proof was asked for.
  kind text not null check (kind in ('photo', 'signature', 'failure', 'statement')),
  file_key text unique,
  -- Of the stored bytes.
  sha256 bytea check (length(sha256) = 32),
  reason text check (length(reason) between 1 and 500),
  -- On the driver's device, and on our clock.
  taken_at timestamptz not null,
  received_at timestamptz not null,
  -- Null where the device did not know.
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  -- SHA-256 over the seal before and what was recorded.
  seal bytea not null check (length(seal) = 32),
  unique (order_id, stop_id),
  unique (order_id, position),
  check ((kind in ('photo', 'signature')) = (file_key is not null)),
  check ((file_key is null) = (sha256 is null)),
  check ((kind = 'failure') = (reason is not null)),
  check ((lat is null) = (lng is null))
);
create trigger proofs_stay_as_they_are before update or delete or truncate on proofs
  for each statement execute function refuse_change();

-- What evidence is signed with: made on first use, sealed with the master key.
create table evidence_key (
  only_row boolean primary key default true check (only_row),
  sealed_seed bytea not null,
  created_at timestamptz not null
);
