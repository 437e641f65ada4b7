-- People at the desk steer a city: a pause says why and whose it is, drivers have documents that end some day, and lost orders are found among many.

-- By service, with '' for the whole city: {"reason", "by", "at"}. What is paused is said by the columns beside it.
alter table city_dispatch add column pause_notes jsonb not null default '{}',
  add constraint city_dispatch_notes_by_service check (jsonb_typeof(pause_notes) = 'object');

create table driver_documents (
  id bigint primary key,
  driver_id bigint not null references drivers,
  kind text not null,
  number text not null,
  -- The last day on which it holds, by the calendar of the driver's city; null where it does not end.
  valid_until date,
  file_key text,
  added_at timestamptz not null,
  constraint driver_documents_kinds check (kind in ('LICENCE', 'VEHICLE', 'INSURANCE', 'IDENTITY', 'OTHER')),
  constraint driver_documents_have_a_number check (length(number) between 1 and 100)
);
comment on table driver_documents is 'What an operator was shown of a driver: licence, papers of the vehicle, insurance, identity.';
create index driver_documents_of_a_driver on driver_documents (driver_id, kind);
create index driver_documents_by_end on driver_documents (valid_until, id) where valid_until is not null;

-- Most orders are completed: who looks for the others would read all of them. No order is in it before it is lost.
create index orders_lost on orders (status, id) where status in ('CANCELED', 'REJECTED', 'EXPIRED');
create index driver_blocks_of_a_driver on driver_blocks (driver_id);
