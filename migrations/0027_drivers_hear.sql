-- Drivers' apps show their work as it is: whatever changes a driver's offers, order, parcels, plan, shift or devices says so when it is committed.

create function tell_driver() returns trigger language plpgsql as $$
begin
  -- src/drivers/drivers-sql.ts knows the channel. The same word in one transaction is said once.
  if tg_op = 'UPDATE' and old.driver_id is not null then
    perform pg_notify('driver_changed', old.driver_id::text);
  end if;
  if new.driver_id is not null then
    perform pg_notify('driver_changed', new.driver_id::text);
  end if;
  return null;
end $$;

create trigger an_offer_is_told after insert or update on offers for each row execute function tell_driver();
-- A replacement begins with the driver of the order that it replaces.
create trigger a_replacement_is_told after insert on orders for each row
  when (new.driver_id is not null) execute function tell_driver();
create trigger a_change_is_told after update of revision on orders for each row
  when (old.driver_id is not null or new.driver_id is not null) execute function tell_driver();
create trigger a_change_is_told after update of revision on parcels for each row
  when (old.driver_id is not null or new.driver_id is not null) execute function tell_driver();
create trigger a_new_plan_is_told after insert on parcel_routes for each row execute function tell_driver();
create trigger a_shift_is_told after insert or update on driver_shifts for each row execute function tell_driver();
create trigger a_sign_out_is_told after update of ended_at on driver_sessions for each row execute function tell_driver();
