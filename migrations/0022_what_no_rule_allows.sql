-- No row can hold what no rule allows, and a refusal names the promise it would have broken.

-- A parcel that was over, or off its driver, could go on asking for a plan, and its city was planned again every five minutes.
update parcels set needs_plan = false where needs_plan and status not in ('AWAIT_PICKUP', 'DELIVERING');

alter table api_keys rename constraint api_keys_check to api_keys_alive_in_a_slot;
alter table deliveries rename constraint deliveries_check to deliveries_delivered_at_a_time;
alter table driver_shifts rename constraint driver_shifts_check to driver_shifts_end_after_begin;
alter table emergencies rename constraint emergencies_check to emergencies_whole_place;
alter table ledger_transfers rename constraint ledger_transfers_check to ledger_transfers_between_two;
alter table offers rename constraint offers_check to offers_end_after_begin;
alter table offers rename constraint offers_check1 to offers_open_or_answered;
alter table orders rename constraint orders_check to orders_search_has_an_end;
alter table orders rename constraint orders_check1 to orders_driver_since_a_time;
alter table orders rename constraint orders_check2 to orders_driven_by_a_driver;
alter table orders rename constraint orders_check3 to orders_search_without_driver;
alter table orders rename constraint orders_check4 to orders_picked_up_at_a_time;
alter table orders rename constraint orders_check5 to orders_ended_at_a_time;
alter table parcel_price_lists rename constraint parcel_price_lists_check to parcel_price_lists_change_no_past;
alter table parcels rename constraint parcels_check to parcels_end_after_begin;
alter table parcels rename constraint parcels_check1 to parcels_ended_at_a_time;
alter table parcels rename constraint parcels_check2 to parcels_wait_without_driver;
alter table parcels rename constraint parcels_check3 to parcels_driven_by_a_driver;
alter table parcels rename constraint parcels_check4 to parcels_label_is_wanted;
alter table plus_quotations rename constraint plus_quotations_check to plus_quotations_end_after_begin;
alter table plus_quotations rename constraint plus_quotations_check1 to plus_quotations_expire_before_begin;
alter table proofs rename constraint proofs_check to proofs_picture_of_its_kind;
alter table proofs rename constraint proofs_check1 to proofs_file_with_hash;
alter table proofs rename constraint proofs_check2 to proofs_failure_with_reason;
alter table proofs rename constraint proofs_check3 to proofs_whole_place;
alter table quotations rename constraint quotations_check to quotations_expire_after_begin;
alter table rate_card_versions rename constraint rate_card_versions_check to rate_card_versions_published_with_a_time;
alter table rate_windows rename constraint rate_windows_check to rate_windows_count_each_tick;
alter table webhook_receivers rename constraint webhook_receivers_check to webhook_receivers_disabled_with_reason;

alter table orders
  add constraint orders_arrived_with_driver check (arrived_at is null or driver_id is not null),
  add constraint orders_counts check (
    give_backs_in_a_row between 0 and give_backs and edits_used >= 0 and event_count >= 0 and revision > 0),
  add constraint orders_stand_for_others check (replaces_id <> id and replaced_by_id <> id),
  add constraint orders_currency_check check (currency ~ '^[A-Z]{3}$');
alter table offers add foreign key (driver_id) references drivers;

alter table parcels
  add constraint parcels_planned_wrongly_on_their_way check (not needs_plan or status in ('AWAIT_PICKUP', 'DELIVERING')),
  add constraint parcels_counts check (event_count >= 0 and revision > 0),
  add foreign key (partner_id) references partners;
alter table plus_quotations add foreign key (partner_id) references partners;
alter table label_batches add foreign key (partner_id) references partners;

alter table emergencies
  add constraint emergencies_lat_check check (lat between -90 and 90),
  add constraint emergencies_lng_check check (lng between -180 and 180),
  add constraint emergencies_acknowledged_by_somebody check ((acknowledged_at is null) = (acknowledged_by is null));

alter table ledger_accounts add constraint ledger_accounts_event_count_check check (event_count >= 0);
alter table event_sequence add constraint event_sequence_last_position_check check (last_position >= 0);
alter table event_log add constraint event_log_number_check check (number > 0);
alter table deliveries add constraint deliveries_attempts_check check (attempts >= 0);
alter table delivery_streams add constraint delivery_streams_counts check (attempts >= 0 and revision > 0);
alter table delivery_attempts add constraint delivery_attempts_status_check check (status between 100 and 999);
alter table remembered_answers add constraint remembered_answers_status_check check (status between 200 and 599);
alter table webhook_receivers add constraint webhook_receivers_counts check (failures >= 0 and revision > 0);
alter table jobs add constraint jobs_attempts_check check (attempts >= 0);
