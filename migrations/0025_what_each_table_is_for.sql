-- Every table says in the database itself what it is for; docs/schema.md shows all of them as they are now.

comment on table migrations is 'Files of migrations/ that were applied, with their hashes';
comment on table deployment is 'Which environment the database belongs to: one row';
comment on table jobs is 'Work that outlives a call: claimed and done in one transaction, one of each kind and name';

comment on table market_versions is 'Market data that an operator changed, version by version; it wins over the shipped file';
comment on table rate_card_versions is 'Prices that an operator drafted and published; each published version holds from its own time on';

comment on table partners is 'Clients of the API, with the secrets that sign what they are pushed';
comment on table api_keys is 'Keys of partners: two alive at most, with markets, platforms, addresses and limits';
comment on table rate_windows is 'Calls that still count against a limit, over all processes; worth nothing after a crash';
comment on table remembered_answers is 'What a call was answered, so that the same call again has no second effect; kept for a day';
comment on table partner_clocks is 'Sandbox: how far a partner''s clock is ahead of ours';
comment on table partner_faults is 'Sandbox: what goes wrong on purpose for a share of a partner''s calls';
comment on table partner_simulations is 'Sandbox: how a partner''s orders are driven by drivers who are not there';

comment on table events is 'What partners are told, written in the transaction that makes it true; kept for 30 days';
comment on table events_unsequenced is 'Events that wait for their place in the log';
comment on table event_sequence is 'The last place that was given out: one row, locked by whoever gives out places';
comment on table event_log is 'Committed events in the one order that readers follow; kept for 30 days';
comment on table event_choices is 'Events that a partner is told only because they chose them';
comment on table webhook_receivers is 'Where a partner is pushed to, and what is held against that address';
comment on table deliveries is 'Events that are pushed: waiting, or delivered; kept for 30 days';
comment on table delivery_streams is 'Streams that have something to deliver: when they are due, who has leased them, why they are parked';
comment on table delivery_attempts is 'Each try to push an event and its answer; kept in weeks, for 30 days at least';
comment on table webhook_faults is 'Sandbox: what goes wrong on purpose with what a partner is pushed';

comment on table ledger_accounts is 'Wallets of partners, what is held for their orders, drivers'' earnings, and the house; balances that are never below zero';
comment on table ledger_transfers is 'Money that moved from one account to another; takes new rows only';
comment on table ledger_unsealed is 'Transfers that wait for their seal';
comment on table ledger_seals is 'The chain of hashes over all transfers; takes new rows only';

comment on table quotations is 'What a partner was promised: stops, price, and how that came about';
comment on table orders is 'On-demand orders: the row answers every question about the state of one';
comment on table order_references is 'The partners'' own references, by which they find their orders';

comment on table drivers is 'People who deliver, and in the sandbox those who are not there';
comment on table driver_sign_in_codes is 'The one living code with which a driver signs in';
comment on table driver_code_requests is 'Who asked for codes of a driver in the last hour';
comment on table driver_sessions is 'Devices on which drivers are, or were, signed in';
comment on table driver_shifts is 'When drivers were online; one open shift each at most';
comment on table driver_positions is 'Where each driver was last; a crash may empty it';
comment on table driver_tracks is 'The ways of drivers with their orders, one place a second at most; kept in weeks of orders, for 90 days at least';
comment on table driver_blocks is 'Drivers who are kept from a partner''s orders';

comment on table offers is 'Who was asked to take which order, and what came of it';
comment on table match_rounds is 'Why it was that driver: who was considered for an order, round by round; kept in weeks of orders, for 90 days at least';
comment on table city_dispatch is 'How a city''s orders are offered, and what is paused there';
comment on table earnings_spreads is 'How unevenly the drivers of a city earn, as last measured';
comment on table emergencies is 'Drivers'' calls for help';

comment on table proofs is 'How drop-offs ended, each sealed onto the one before; takes new rows only';
comment on table evidence_key is 'What evidence is signed with: one row, sealed with the master key';

comment on table plus_quotations is 'Quotations of the scheduled variant';
comment on table parcels is 'Orders of the scheduled variant: the row answers every question about the state of one';
comment on table label_batches is 'Labels of many parcels in one file; kept for 30 days';
comment on table parcel_plans is 'Who carries what on a day in a city; the latest of a day holds; kept for 30 days after it';
comment on table parcel_routes is 'The routes of a plan, one for each driver';
comment on table parcel_price_lists is 'What a client pays for parcels, version by version; takes new rows only';
