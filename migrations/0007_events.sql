-- What partners are told is written in the transaction that makes it true, in one sequence without gaps per stream.

create table events (
  -- An order with those that replaced it, or a wallet: its events reach the partner in their order.
  stream_id bigint not null,
  number integer not null check (number > 0),
  partner_id bigint not null,
  type text not null,
  data json not null,
  created_at timestamptz not null,
  primary key (stream_id, number)
);
