-- What a client pays for parcels is agreed on between the operator and that client; statements are made from it, and the API never shows it.

create table parcel_price_lists (
  partner_id bigint not null references partners,
  market text not null check (market ~ '^[A-Z]{2}$'),
  version integer not null check (version > 0),
  -- A parcel is priced by the version that holds when it is delivered.
  holds_from timestamptz not null,
  created_at timestamptz not null,
  -- Amounts per parcel, kilometer and kilogram, for all cities and for some.
  document json not null,
  primary key (partner_id, market, version),
  -- The first may reach back; a later one would change what has been billed.
  check (version = 1 or holds_from >= created_at)
);
create trigger price_lists_stay_as_they_are before update or delete or truncate on parcel_price_lists
  for each statement execute function refuse_change();
