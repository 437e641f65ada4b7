-- Money moves from one account to another in one row, so that the books balance by construction.

create table ledger_accounts (
  id bigint primary key,
  kind text not null check (kind in ('partner', 'funding')),
  partner_id bigint references partners,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance_minor bigint not null default 0,
  check ((kind = 'partner') = (partner_id is not null)),
  -- Only the world outside, where money comes from, may owe us.
  check (kind = 'funding' or balance_minor >= 0)
);
create unique index ledger_accounts_of_partners on ledger_accounts (partner_id, currency) where kind = 'partner';
create unique index ledger_accounts_of_the_house on ledger_accounts (kind, currency) where kind <> 'partner';

create table ledger_transfers (
  id bigint primary key,
  business_key text not null unique,
  kind text not null check (kind in ('top_up')),
  from_account_id bigint not null references ledger_accounts,
  to_account_id bigint not null references ledger_accounts,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  check (from_account_id <> to_account_id)
);
