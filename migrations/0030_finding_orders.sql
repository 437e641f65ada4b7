-- People look for an order by what they remember of it: a name, the last digits of a phone, the beginning of an address, a number of their own; and for a parcel by its reference.

-- Filled from the event log a moment after the placement, so that placing an order is as quick as before.
create table order_terms (
  partner_id bigint not null,
  term text collate "C" not null constraint order_terms_length check (char_length(term) between 1 and 80),
  order_id bigint not null references orders,
  primary key (partner_id, term, order_id)
);
comment on table order_terms is 'What an order is found by: recipients, their phones from the last digit on, addresses, values of the metadata';
-- Operators look among the orders of all partners.
create index order_terms_of_all on order_terms (term, order_id);

create table order_terms_progress (
  is_only boolean primary key default true constraint order_terms_progress_one_row check (is_only),
  position bigint not null constraint order_terms_progress_position check (position >= 0)
);
comment on table order_terms_progress is 'How far the event log has been read for what orders are found by';
insert into order_terms_progress (position) values (0);

-- Lists by status: written once, at the end of an order. The open ones are few, and found by orders_not_ended.
create index orders_ended_as on orders (partner_id, status, id) where ended_at is not null;

create index parcels_of_a_partner on parcels (partner_id, id);
create index parcels_by_day on parcels (partner_id, schedule_at);
create index parcels_ended_as on parcels (partner_id, status, id) where ended_at is not null;
create index parcels_by_reference on parcels (partner_id, client_ref text_pattern_ops);
