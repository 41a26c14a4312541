-- The planner knows how many rows a table has a minute after they came. An import of 50,000 patients is half done by then:
-- its joins, and checks of foreign keys that were planned for ten patients, read whole practices for each row meanwhile.
-- Only the owner of a table may have its rows counted; one that grew by less than a tenth is planned for as well as before, and a
-- large one is not read for it.
create function count_imported_rows() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  grown name;
begin
  for grown in select c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relname in ('import_rows', 'imported_patients', 'imported_items', 'patients', 'appointments')
      and pg_catalog.pg_relation_size(c.oid) / current_setting('block_size')::int > c.relpages * 1.1 + 10
  loop
    execute format('analyze public.%I', grown);
  end loop;
end $$;
revoke all on function count_imported_rows from public;
grant execute on function count_imported_rows to {app_role};

-- Patients that are registered next, those that bring the number of their file first: looked up, and not sorted at each step.
create index import_rows_to_register on import_rows (practice_id, import_id, (file_id is null), row_number)
  where fate = 'create' and done_at is null and patient is not null;
