-- Whoever asks for one partner sees the rows of that partner only, also where a statement forgets to say whose it wants.

create function asked_partner() returns bigint
  language sql stable parallel safe
  as $$ select nullif(current_setting('waybill.partner', true), '')::bigint $$;
comment on function asked_partner is 'For whom this transaction reads; null for the program itself.';

do $$
declare
  owned text;
begin
  foreach owned in array array[
    'api_keys', 'audit_entries', 'credit_notes', 'delivery_streams', 'driver_blocks', 'event_choices', 'event_log',
    'events', 'label_batches', 'ledger_accounts', 'order_references', 'order_terms', 'orders', 'parcel_price_lists',
    'parcels', 'partner_clocks', 'partner_faults', 'partner_simulations', 'people', 'plus_quotations', 'quotations',
    'request_log', 'webhook_faults', 'webhook_receivers'
  ] loop
    execute format('alter table %I enable row level security', owned);
    execute format(
      'create policy of_whom_it_is_asked on %I using ((select asked_partner()) is null or partner_id = (select asked_partner()))',
      owned
    );
  end loop;
end $$;
alter table partners enable row level security;
create policy of_whom_it_is_asked on partners
  using ((select asked_partner()) is null or id = (select asked_partner()));
