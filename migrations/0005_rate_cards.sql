-- Prices ship as files; what an operator drafts and publishes is kept here, and each published version holds from its own time on.

create table rate_card_versions (
  locode text not null check (locode ~ '^[A-Z]{2} [A-Z0-9]{3}$'),
  service text not null,
  version integer not null check (version > 0),
  document jsonb not null,
  -- null: a draft, which nobody is charged by.
  holds_from timestamptz,
  created_at timestamptz not null,
  published_at timestamptz,
  primary key (locode, service, version),
  check ((holds_from is null) = (published_at is null))
);
