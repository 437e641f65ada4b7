-- Money is held for orders, captured, released and earned; what is booked stays as it was booked, and a chain of seals shows that it did.

alter table ledger_accounts
  add column driver_id bigint,
  -- How many events the wallet's stream has.
  add column event_count integer not null default 0,
  -- The partner asks to be told when the balance falls below this.
  add column alert_below_minor bigint check (alert_below_minor > 0),
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_check,
  drop constraint ledger_accounts_check1,
  alter column balance_minor drop not null,
  add constraint ledger_accounts_kinds check (kind in ('partner', 'held', 'driver', 'sales', 'funding')),
  add constraint ledger_accounts_of_a_partner check ((kind in ('partner', 'held')) = (partner_id is not null)),
  add constraint ledger_accounts_of_a_driver check ((kind = 'driver') = (driver_id is not null)),
  add constraint ledger_accounts_alert_partners check (kind = 'partner' or alert_below_minor is null);
-- The house's accounts take part in every order's end: a stored balance would make all of them wait for one row.
update ledger_accounts set balance_minor = null where kind = 'funding';
alter table ledger_accounts
  add constraint ledger_accounts_of_the_house_store_no_balance check ((kind in ('sales', 'funding')) = (balance_minor is null)),
  add constraint ledger_accounts_never_below_zero check (balance_minor >= 0);
drop index ledger_accounts_of_partners;
drop index ledger_accounts_of_the_house;
create unique index ledger_accounts_of_partners on ledger_accounts (partner_id, currency, kind) where partner_id is not null;
create unique index ledger_accounts_of_drivers on ledger_accounts (driver_id, currency) where driver_id is not null;
create unique index ledger_accounts_of_the_house on ledger_accounts (kind, currency) where kind in ('sales', 'funding');
insert into ledger_accounts (id, kind, partner_id, currency, balance_minor)
  select id + 1, 'held', partner_id, currency, 0 from ledger_accounts where kind = 'partner';

alter table ledger_transfers
  drop constraint ledger_transfers_kind_check,
  add constraint ledger_transfers_kinds check (kind in ('top_up', 'hold', 'release', 'capture', 'earning', 'payout')),
  add column order_id bigint,
  -- The account of a partner or driver in whose statement the transfer stands.
  add column wallet_id bigint references ledger_accounts;
update ledger_transfers set wallet_id = to_account_id;
alter table ledger_transfers alter column wallet_id set not null;
create index ledger_transfers_by_wallet on ledger_transfers (wallet_id, id);

create table ledger_unsealed (transfer_id bigint primary key);
insert into ledger_unsealed select id from ledger_transfers;

create table ledger_seals (
  position bigint primary key check (position > 0),
  transfer_id bigint not null unique references ledger_transfers,
  -- SHA-256 over the seal before and every column of the transfer.
  seal bytea not null check (length(seal) = 32)
);

create function queue_for_sealing() returns trigger language plpgsql as $$
begin
  insert into ledger_unsealed select id from booked;
  return null;
end $$;
create trigger every_transfer_is_sealed after insert on ledger_transfers
  referencing new table as booked for each statement execute function queue_for_sealing();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% takes new rows only', tg_table_name;
end $$;
create trigger transfers_stay_as_they_are before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_change();
create trigger seals_stay_as_they_are before update or delete or truncate on ledger_seals
  for each statement execute function refuse_change();

-- For the event that a placement records in its one statement; the program's own way to print money is tested to agree.
create function printed_amount(amount_minor bigint, decimals integer) returns text
  language sql immutable as $$ select round(amount_minor / 10::numeric ^ decimals, decimals)::text $$;
