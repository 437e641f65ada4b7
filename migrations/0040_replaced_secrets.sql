-- A webhook secret that was replaced goes on signing for its day, also where its successor is replaced within it.

-- The last that was replaced stands with its partner.
create table earlier_webhook_secrets (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners (id),
  sealed_secret bytea not null,
  replaced_at timestamptz not null
);
create index earlier_webhook_secrets_of_a_partner on earlier_webhook_secrets (partner_id, replaced_at);
comment on table earlier_webhook_secrets is 'Webhook secrets from before the last that was replaced, where they were still signing then.';

alter table earlier_webhook_secrets enable row level security;
create policy of_whom_it_is_asked on earlier_webhook_secrets
  using ((select asked_partner()) is null or partner_id = (select asked_partner()));
