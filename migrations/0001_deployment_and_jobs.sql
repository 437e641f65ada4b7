-- A database belongs to one environment, and work that outlives a request waits in rows that are claimed and done in one transaction.

create table deployment (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('sandbox', 'production')),
  created_at timestamptz not null
);

create table jobs (
  id bigint primary key generated always as identity,
  kind text not null,
  name text,
  due_at timestamptz not null,
  payload jsonb not null,
  traceparent text,
  attempts integer not null default 0,
  last_error text
);
create unique index jobs_named_once on jobs (kind, name) where name is not null;
create index jobs_by_due_time on jobs (due_at, id);
