-- Partners look up what their calls said and were told, and how near they came to their limits, without asking support.

-- Kept in days, each a table of its own, so that forgetting is the dropping of a table. Divided by the id, which rises with time, so that
-- one index finds a partner's calls newest first. It refers to no other table by a key: dropping would have to lock what it refers to.
create table request_log (
  id bigint not null,
  partner_id bigint not null,
  key_id bigint not null,
  at timestamptz not null,
  method text not null constraint request_log_method_check check (length(method) <= 20),
  -- With its query; phone numbers in it are masked, as they are in both bodies.
  path text not null constraint request_log_path_check check (length(path) <= 2000),
  -- The kind of call that it counts as.
  api text not null,
  -- Null where the connection was cut before an answer.
  status smallint constraint request_log_status_check check (status between 100 and 599),
  -- What it was refused with.
  code text,
  duration_ms integer not null constraint request_log_duration_ms_check check (duration_ms >= 0),
  request_id text not null constraint request_log_request_id_check check (length(request_id) <= 200),
  market text constraint request_log_market_check check (length(market) <= 20),
  platform text constraint request_log_platform_check check (length(platform) <= 20),
  address text not null constraint request_log_address_check check (length(address) <= 100),
  -- Only of calls whose signature was refused: what the signature doctor takes apart.
  authorization_header text constraint request_log_authorization_check check (length(authorization_header) <= 400),
  -- The beginning of each, and how many bytes there were.
  request_body text not null constraint request_log_request_body_check check (octet_length(request_body) <= 4096),
  request_bytes integer not null,
  answer_body text not null constraint request_log_answer_body_check check (octet_length(answer_body) <= 4096),
  answer_bytes integer not null,
  primary key (partner_id, id)
) partition by range (id);
create index request_log_failures on request_log (partner_id, id) where status is null or status >= 400;
create index request_log_by_request_id on request_log (partner_id, request_id);
comment on table request_log is 'Calls of partners with the beginning of both bodies, phone numbers and secrets masked; kept in days, for as many as are set';
create table request_log_other partition of request_log default;

do $$
declare
  ends timestamptz := date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '2 days';
begin
  -- The first id of a millisecond; src/foundation/ids.ts says how ids are made.
  execute format('create table %I partition of request_log for values from (minvalue) to (%L)',
    'request_log_until_' || to_char(ends at time zone 'UTC', 'YYYYMMDD'),
    (((extract(epoch from ends) * 1000)::bigint - 1420070400000) << 22)::text);
end $$;

create table call_counts (
  key_id bigint not null references api_keys,
  api text not null,
  minute timestamptz not null,
  -- Those that took from the limit, and those that found it used up.
  calls integer not null constraint call_counts_calls_check check (calls >= 0),
  refused integer not null constraint call_counts_refused_check check (refused >= 0),
  primary key (key_id, api, minute)
);
create index call_counts_by_age on call_counts (minute);
comment on table call_counts is 'How many calls of each kind a key made in each minute of the last day';

create table key_uses (
  key_id bigint primary key references api_keys,
  last_used_at timestamptz not null
);
comment on table key_uses is 'When a key was last used with a right signature; beside the key, so that noting it changes nothing of the key';

-- Who suspended a key: a partner opens again only what the partner has closed.
alter table api_keys add column suspended_by text constraint api_keys_suspended_by_check check (suspended_by in ('operator', 'partner'));
update api_keys set suspended_by = 'operator' where status = 'suspended';
alter table api_keys add constraint api_keys_suspended_by_somebody check ((status = 'suspended') = (suspended_by is not null));
create index api_keys_of_a_partner on api_keys (partner_id, id);

-- Partners look at what waits for them, parked or not; whoever sends looks only at what is not.
create index delivery_streams_parked on delivery_streams (partner_id) where parked_reason is not null;
