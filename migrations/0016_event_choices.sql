-- Some events are told only where a partner chose them, with or without a webhook URL; and a receiver's places are counted over all who send.

create table event_choices (
  partner_id bigint primary key references partners,
  choices text[] not null
    check (choices <@ array['ORDER_CREATED', 'POD_STATUS_CHANGED', 'PLUS_ORDER_STATUS_CHANGED']),
  updated_at timestamptz not null
);
alter table webhook_receivers drop column event_types;

create index delivery_streams_leased on delivery_streams (partner_id, leased_until) where leased_until is not null;
