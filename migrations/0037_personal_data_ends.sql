-- Personal data ends some time after a delivery does, or when the person asks for it; money, times and a coarse place stay.

-- By our clock. Until then the row is in the index by which the worker finds what is due, by the partner's clock where that is ahead.
alter table orders add column erased_at timestamptz,
  add constraint orders_erased_after_their_end check (erased_at is null or ended_at is not null);
create index orders_to_erase on orders (ended_at, partner_id) where ended_at is not null and erased_at is null;

alter table parcels add column erased_at timestamptz,
  add constraint parcels_erased_after_their_end check (erased_at is null or ended_at is not null),
  add constraint parcels_erased_have_no_label check (erased_at is null or label_key is null);
create index parcels_to_erase on parcels (ended_at, partner_id) where ended_at is not null and erased_at is null;

-- All that an order is found by goes with its personal data, also what an edit had left behind.
create index order_terms_of_an_order on order_terms (order_id);

-- A proof changes once: its picture, its words and its place go; the seal and the hash stay and show from then on only that there was one.
alter table proofs add column erased_at timestamptz,
  drop constraint proofs_file_with_hash,
  add constraint proofs_file_with_hash check (erased_at is not null or (file_key is null) = (sha256 is null)),
  drop constraint proofs_picture_of_its_kind,
  add constraint proofs_picture_of_its_kind
    check (erased_at is not null or (kind in ('photo', 'signature')) = (file_key is not null)),
  add constraint proofs_erased_say_nothing check (erased_at is null or (file_key is null and lat is null and coalesce(reason, 'erased') = 'erased'));
drop trigger proofs_stay_as_they_are on proofs;
create trigger proofs_are_not_deleted before delete or truncate on proofs
  for each statement execute function refuse_change();
create function refuse_all_but_erasure() returns trigger language plpgsql as $$
declare
  erasable constant text[] = '{file_key,reason,lat,lng,erased_at}';
begin
  if old.erased_at is null and new.erased_at is not null and to_jsonb(new) - erasable = to_jsonb(old) - erasable then
    return new;
  end if;
  raise exception '% takes new rows only', tg_table_name;
end $$;
create trigger proofs_stay_as_they_are before update on proofs
  for each row execute function refuse_all_but_erasure();

-- Of an entry nothing but an email address can go.
drop trigger an_entry_stays on audit_entries;
create trigger an_entry_is_not_deleted before delete or truncate on audit_entries
  for each statement execute function refuse_to_rewrite();
create function refuse_to_rewrite_all_but_email() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'details' = to_jsonb(old) - 'details' and new.details = old.details - 'email' then
    return new;
  end if;
  raise exception 'what was done stays written down: % is never changed', tg_table_name;
end $$;
create trigger an_entry_stays before update on audit_entries
  for each row execute function refuse_to_rewrite_all_but_email();

-- Whoever was erased does not come back: the row stays for the money and the deliveries that name it.
alter table drivers add column erased_at timestamptz,
  add constraint drivers_erased_drive_no_more check (erased_at is null or status = 'suspended');
alter table people add column erased_at timestamptz,
  add constraint people_erased_sign_in_no_more
    check (erased_at is null or (status = 'disabled' and password_hash is null and sealed_second_factor is null));
