-- An acknowledged order exists, exactly once for its quotation, and its row answers every question about its state.

create table orders (
  id bigint primary key,
  partner_id bigint not null,
  quotation_id bigint not null references quotations,
  market text not null,
  locode text not null,
  service text not null,
  status text not null check (status in
    ('ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP', 'COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED')),
  placed_at timestamptz not null,
  -- Null for an immediate order.
  schedule_at timestamptz,
  -- When matching ends.
  match_by timestamptz,
  driver_id bigint,
  matched_at timestamptz,
  arrived_at timestamptz,
  picked_up_at timestamptz,
  ended_at timestamptz,
  currency text not null,
  fare_minor bigint not null check (fare_minor >= 0),
  priority_fee_minor bigint not null default 0 check (priority_fee_minor >= 0),
  -- Matched drivers who gave the order back, those since the last pick-up, and all who are not asked again.
  give_backs integer not null default 0,
  give_backs_in_a_row integer not null default 0,
  former_driver_ids bigint[] not null default '{}',
  edits_used integer not null default 0,
  -- Stops, contacts, item, printed prices: what the partner reads.
  document json not null,
  -- Card, trip and explanation: what the price was made from.
  pricing json not null,
  -- Every change with its time, oldest first.
  history json not null,
  request_hash bytea not null check (length(request_hash) = 32),
  share_token text not null unique check (length(share_token) >= 22),
  replaces_id bigint unique references orders,
  replaced_by_id bigint unique references orders,
  stream_id bigint not null,
  event_count integer not null default 0,
  revision integer not null default 1,
  check ((status = 'ASSIGNING_DRIVER') = (match_by is not null)),
  check ((driver_id is null) = (matched_at is null)),
  check (status not in ('ON_GOING', 'PICKED_UP', 'COMPLETED') or driver_id is not null),
  check (status <> 'ASSIGNING_DRIVER' or driver_id is null),
  check (status not in ('PICKED_UP', 'COMPLETED') or picked_up_at is not null),
  check ((status in ('COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED')) = (ended_at is not null))
);
-- One quotation buys one order; a replacement stands in for one that was bought already.
create unique index orders_one_per_quotation on orders (quotation_id) where replaces_id is null;
create index orders_of_a_partner on orders (partner_id, market, id);
-- Money is held for these.
create index orders_not_ended on orders (partner_id, currency) where ended_at is null;

-- The partner's own references, so that an order is found by them however many there are.
create table order_references (
  partner_id bigint not null,
  market text not null,
  -- The first eight bytes of a hash over name and value; the order itself decides.
  reference bigint not null,
  order_id bigint not null references orders,
  primary key (partner_id, market, reference, order_id)
);
