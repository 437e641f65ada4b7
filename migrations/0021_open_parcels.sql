-- Simulated drivers look every second at what is due of their partners' parcels: those that are not over, the earliest first.

create index parcels_not_ended on parcels (partner_id, schedule_at) where ended_at is null;
