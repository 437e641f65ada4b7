-- Statements say whose rows they want, and the policy says it once more. The planner took that for a second condition, which few of those
-- rows would meet, and read all of them to sort them instead of a page by their index. Of what is not null it expects nearly all.

do $$
declare
  owned record;
begin
  for owned in
    select tablename as name, case tablename when 'partners' then 'id' else 'partner_id' end as owner
    from pg_policies where schemaname = current_schema and policyname = 'of_whom_it_is_asked' order by tablename
  loop
    execute format(
      'alter policy of_whom_it_is_asked on %1$I using (case when (select asked_partner()) is null or %2$I = (select asked_partner()) then true end is not null)',
      owned.name, owned.owner
    );
  end loop;
end $$;
