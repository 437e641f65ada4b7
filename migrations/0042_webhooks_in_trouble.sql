-- Which partners do not get what we push, and since when, is found by an index each: the console's page of them read all that waited.

create index delivery_streams_failing on delivery_streams (partner_id, first_attempt_at) where parked_reason is null and attempts > 0;
drop index delivery_streams_parked;
create index delivery_streams_parked on delivery_streams (partner_id, first_attempt_at) where parked_reason is not null;
