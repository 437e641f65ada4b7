-- Market data ships as files; what an operator changes is kept here, version by version, and wins over the file.

create table market_versions (
  market text not null check (market ~ '^[A-Z]{2}$'),
  version integer not null check (version > 0),
  document jsonb,
  created_at timestamptz not null,
  primary key (market, version)
);
comment on column market_versions.document is 'null: back to the shipped file';
