-- Among very many, the few that a list is narrowed down to are found without looking at the others.

create index parcels_in_a_status on parcels (status, id) where status <> 'DELIVERED';
-- A partner's parcels are listed market by market, like its orders.
create index parcels_of_a_market on parcels (partner_id, market, id);
drop index parcels_of_a_partner;
create index drivers_suspended on drivers (id) where status = 'suspended';
