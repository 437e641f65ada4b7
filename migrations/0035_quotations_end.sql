-- Quotations end after some weeks and remembered answers after a day, kept in weeks and days: forgetting them is the dropping of a table.

-- An order and a parcel hold all of their quotation that is asked for later, and outlive it. That it buys one of them is theirs to promise.
alter table orders drop constraint orders_quotation_id_fkey;
alter table parcels drop constraint parcels_quotation_id_fkey;

-- As in 0024: what is there becomes the first stretch, and none refers to another table by a key.
alter table quotations drop constraint quotations_partner_id_fkey;
alter table quotations rename to quotations_first;
alter index quotations_pkey rename to quotations_first_pkey;
alter index quotations_by_card rename to quotations_first_by_card;
create table quotations (
  -- Ids rise with time, so it says which week to look into.
  id bigint primary key,
  partner_id bigint not null,
  market text not null,
  locode text not null,
  service text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What the partner asked for and was shown, its keys in their order.
  document json not null,
  -- What the price was made from, so that another card can be tried on it.
  trip jsonb not null,
  explanation json not null,
  total_minor bigint not null constraint quotations_total_minor_check check (total_minor >= 0),
  constraint quotations_expire_after_begin check (expires_at > created_at)
) partition by range (id);
create index quotations_by_card on quotations (locode, service, id);
comment on table quotations is 'What a partner was promised: stops, price, and how that came about; kept in weeks, for as many days as are set';
create table quotations_other partition of quotations default;

alter table plus_quotations drop constraint plus_quotations_partner_id_fkey;
alter table plus_quotations rename to plus_quotations_first;
alter index plus_quotations_pkey rename to plus_quotations_first_pkey;
create table plus_quotations (
  id bigint primary key,
  partner_id bigint not null,
  market text not null,
  locode text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  schedule_at timestamptz not null,
  deliver_by timestamptz not null,
  -- Stops, item, stage, distance.
  document json not null,
  constraint plus_quotations_end_after_begin check (deliver_by > schedule_at),
  constraint plus_quotations_expire_before_begin check (expires_at > created_at and expires_at <= schedule_at)
) partition by range (id);
comment on table plus_quotations is 'Quotations of the scheduled variant; kept in weeks';
create table plus_quotations_other partition of plus_quotations default;

-- An answer is looked for in all days that it could be of. That there is one for a call at a time is not promised by a key but by the call's
-- lock and, for orders, by the quotation.
alter table remembered_answers
  drop constraint remembered_answers_pkey,
  add constraint remembered_answers_first_pkey primary key (fingerprint, answered_at);
drop index remembered_answers_by_age;
alter table remembered_answers rename to remembered_answers_first;
create table remembered_answers (
  fingerprint bytea not null constraint remembered_answers_fingerprint_check check (length(fingerprint) = 32),
  status smallint not null constraint remembered_answers_status_check check (status between 200 and 599),
  body text not null,
  answered_at timestamptz not null,
  primary key (fingerprint, answered_at)
) partition by range (answered_at);
comment on table remembered_answers is 'What a call was answered, so that the same call again has no second effect; kept in days, for one';
create table remembered_answers_other partition of remembered_answers default;

do $$
declare
  -- The first id of a millisecond; src/foundation/ids.ts says how ids are made.
  epoch constant bigint := 1420070400000;
  latest timestamptz := greatest(now(),
    (select max(answered_at) from remembered_answers_first),
    (select to_timestamp(((greatest((select max(id) from quotations_first), (select max(id) from plus_quotations_first)) >> 22) + epoch) / 1000.0)));
  midnight timestamptz;
  ends timestamptz;
  stretch text;
  parent text;
begin
  foreach parent in array array['quotations', 'plus_quotations', 'remembered_answers'] loop
    -- Monday of the week after next, or midnight of the day after tomorrow.
    midnight := date_trunc(case parent when 'remembered_answers' then 'day' else 'week' end, latest at time zone 'UTC') at time zone 'UTC';
    ends := midnight + case parent when 'remembered_answers' then interval '2 days' else interval '14 days' end;
    stretch := parent || '_until_' || to_char(ends at time zone 'UTC', 'YYYYMMDD');
    execute format('alter index %I rename to %I', parent || '_first_pkey', stretch || '_pkey');
    if parent = 'quotations' then
      execute format('alter index quotations_first_by_card rename to %I', stretch || '_locode_service_id_idx');
    end if;
    execute format('alter table %I rename to %I', parent || '_first', stretch);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, stretch,
      case parent when 'remembered_answers' then ends::text else (((extract(epoch from ends) * 1000)::bigint - epoch) << 22)::text end);
  end loop;
end $$;

-- Days of answers are dropped by another job.
delete from jobs where kind = 'partners.forgetAnswers';
