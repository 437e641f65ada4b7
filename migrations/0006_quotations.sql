-- A quotation is what a partner was promised: its stops, its price and how that came about, kept as it was given.

create table quotations (
  id bigint primary key,
  partner_id bigint not null references partners,
  market text not null,
  locode text not null,
  service text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- What the partner asked for and was shown, its keys in their order.
  document json not null,
  -- What the price was made from, so that another card can be tried on it.
  trip jsonb not null,
  explanation json not null,
  total_minor bigint not null check (total_minor >= 0)
);
-- For trying a draft of a card on the latest quotations of its city and service.
create index quotations_by_card on quotations (locode, service, id);
