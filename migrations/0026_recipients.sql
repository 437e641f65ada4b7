-- Whoever a delivery is for speaks through the page behind its link: a note to the driver, a wish to be told when the driver is near, and that a parcel is not theirs.

-- A delivery is known by the stream of its order, which whatever takes its place shares, or by the id of its parcel: they come from one source.
create table recipient_notes (
  delivery_id bigint not null,
  number smallint not null constraint recipient_notes_five_at_most check (number between 1 and 5),
  stop_id bigint not null,
  text text not null constraint recipient_notes_length check (char_length(text) between 1 and 300),
  written_at timestamptz not null,
  primary key (delivery_id, number)
);
comment on table recipient_notes is 'What recipients told the driver of a delivery, five at most';

create table near_messages (
  delivery_id bigint not null,
  stop_id bigint not null,
  share_token text not null,
  language text not null constraint near_messages_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  asked_at timestamptz not null,
  sent_at timestamptz constraint near_messages_sent_after_asked check (sent_at >= asked_at),
  primary key (delivery_id, stop_id)
);
comment on table near_messages is 'Who wants a message when the driver is near, and who has had it; a wish goes when its stop is closed before that';
create index near_messages_waiting on near_messages (delivery_id, stop_id) where sent_at is null;

create table wrong_parcel_reports (
  delivery_id bigint not null,
  stop_id bigint not null,
  reported_at timestamptz not null,
  primary key (delivery_id, stop_id)
);
comment on table wrong_parcel_reports is 'Stops at which somebody said that the parcel is not theirs';
