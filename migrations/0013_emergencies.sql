-- A driver in need reaches the people at the desk at once, and nobody can say later that it was not seen.

create table emergencies (
  id bigint primary key,
  driver_id bigint not null references drivers,
  order_id bigint references orders,
  lat double precision,
  lng double precision,
  note text not null default '' check (length(note) <= 500),
  called_at timestamptz not null,
  received_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  check ((lat is null) = (lng is null))
);
create index emergencies_open on emergencies (id) where acknowledged_at is null;
