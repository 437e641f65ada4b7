-- The office gives money back: each time under the next number of its market, with a reason, and never more for an order than it has cost.

alter table ledger_transfers
  drop constraint ledger_transfers_kinds,
  add constraint ledger_transfers_kinds check (kind in ('top_up', 'hold', 'release', 'capture', 'earning', 'payout', 'credit'));

-- Its money is the transfer with the business key credit-note/<market>/<number>.
create table credit_notes (
  market text not null check (market ~ '^[A-Z]{2}$'),
  number integer not null check (number > 0),
  partner_id bigint not null references partners,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  -- Null where it is for no order.
  order_id bigint,
  -- What the order has cost, and what of it had been given back before.
  captured_minor bigint,
  credited_before_minor bigint check (credited_before_minor >= 0),
  reason text not null check (length(reason) between 1 and 500),
  issued_at timestamptz not null,
  primary key (market, number),
  constraint credit_notes_of_an_order_say_its_cost check (
    (order_id is null) = (captured_minor is null) and (order_id is null) = (credited_before_minor is null)),
  constraint credit_notes_never_more_than_it_cost check (credited_before_minor + amount_minor <= captured_minor),
  -- Each begins where the one before it ended.
  constraint credit_notes_one_after_another unique (order_id, credited_before_minor)
);
create index credit_notes_of_a_partner on credit_notes (partner_id, market, number);
comment on table credit_notes is 'Money that was given back to partners, numbered without gaps in each market.';
create trigger credit_notes_stay_as_they_are before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();

-- The numbers of a day, city by city; ids rise with our clock, whatever the partner's shows.
create index orders_of_a_city on orders (locode, id);
-- The parcels of a city, newest first, and those of all clients by their own reference.
create index parcels_of_a_city on parcels (locode, id);
create index parcels_by_any_reference on parcels (client_ref text_pattern_ops, id);
