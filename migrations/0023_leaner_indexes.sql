-- Every order was written into two indexes about replacements, which few orders take part in; and two indexes were asked by nobody.

alter table orders drop constraint orders_replaces_id_key, drop constraint orders_replaced_by_id_key;
create unique index orders_replacing_once on orders (replaces_id) where replaces_id is not null;
create unique index orders_replaced_once on orders (replaced_by_id) where replaced_by_id is not null;

-- A driver's route is found by its plan, through the primary key.
drop index parcel_routes_of_a_driver;
drop index emergencies_open;
