-- People sign in at two desks, the partners' portal and the operators' console; what they do there is written down with who did it and why.

create table people (
  id bigint primary key,
  desk text not null constraint people_desk check (desk in ('portal', 'console')),
  email text not null constraint people_email
    check (email = lower(email) and char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  name text not null constraint people_name check (char_length(name) between 1 and 100),
  role text not null,
  partner_id bigint references partners,
  -- Null until whoever was invited has chosen one.
  password_hash text,
  -- There from the beginning of the set-up on; asked for once it was confirmed.
  sealed_second_factor bytea,
  second_factor_since timestamptz,
  -- A code works once: the latest step of thirty seconds whose code was used.
  last_code_step bigint,
  status text not null default 'active' constraint people_status check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  constraint people_one_address unique (desk, email),
  constraint people_role check (role in ('viewer', 'admin')
    or (desk = 'portal' and role = 'developer') or (desk = 'console' and role in ('dispatcher', 'finance'))),
  constraint people_partner check ((desk = 'portal') = (partner_id is not null)),
  constraint people_second_factor check (second_factor_since is null or sealed_second_factor is not null)
);
comment on table people is 'Who may sign in at the portal or at the console';
create index people_of_a_partner on people (partner_id, id) where partner_id is not null;
create index people_of_the_console on people (id) where desk = 'console';

create table desk_sessions (
  id bigint generated always as identity primary key,
  person_id bigint not null references people,
  token_hash bytea not null unique constraint desk_sessions_hash check (length(token_hash) = 32),
  device text not null constraint desk_sessions_device check (char_length(device) <= 100),
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
comment on table desk_sessions is 'Browsers that are signed in at a desk, and were';
create index desk_sessions_of_a_person on desk_sessions (person_id, last_seen_at);
create index desk_sessions_by_age on desk_sessions (created_at);

create table one_time_links (
  id bigint generated always as identity primary key,
  person_id bigint not null references people,
  token_hash bytea not null unique constraint one_time_links_hash check (length(token_hash) = 32),
  purpose text not null constraint one_time_links_purpose check (purpose in ('invitation', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or another one has taken its place.
  ended_at timestamptz,
  constraint one_time_links_life check (expires_at > created_at)
);
comment on table one_time_links is 'Links by which a person sets a password, each once';
create unique index one_time_links_one_alive on one_time_links (person_id) where ended_at is null;
create index one_time_links_of_a_person on one_time_links (person_id, created_at);
create index one_time_links_by_age on one_time_links (expires_at);

-- An attempt is written down before the password is looked at and taken back when it was right: of many at once none slips through.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  -- Of desk and email, whoever has it: people type passwords into the wrong field.
  email_hash bytea not null constraint sign_in_failures_hash check (length(email_hash) = 32),
  address text not null,
  failed_at timestamptz not null
);
comment on table sign_in_failures is 'Attempts to sign in that count against the limits; kept for an hour';
create index sign_in_failures_of_an_email on sign_in_failures (email_hash, failed_at);
create index sign_in_failures_by_age on sign_in_failures (failed_at);

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null: on the command line.
  person_id bigint references people,
  action text not null constraint audit_entries_action check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  subject_kind text not null,
  subject_id text not null,
  partner_id bigint references partners,
  reason text constraint audit_entries_reason check (char_length(reason) between 1 and 500),
  details jsonb not null default '{}'
);
comment on table audit_entries is 'Who did what at a desk, to what, when and why; never changed, never deleted';
create index audit_entries_by_time on audit_entries (at, id);
create index audit_entries_of_a_subject on audit_entries (subject_id, at, id);
create index audit_entries_of_a_kind on audit_entries (subject_kind, at, id);
create index audit_entries_of_a_person on audit_entries (person_id, at, id);
create index audit_entries_of_a_partner on audit_entries (partner_id, at, id) where partner_id is not null;

create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'what was done stays written down: % is never changed', tg_table_name;
end $$;
create trigger an_entry_stays before update or delete or truncate on audit_entries
  for each statement execute function refuse_to_rewrite();
