-- The planner knows how many rows a table has a minute after they came. An import of 50,000 patients is half done by then:
-- its joins, and checks of foreign keys that were planned for ten patients, read whole practices for each row meanwhile.
-- Only the owner of a table may have its rows counted.
create function count_imported_rows() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  analyze public.import_rows, public.imported_patients, public.imported_items, public.patients, public.appointments;
end $$;
revoke all on function count_imported_rows from public;
grant execute on function count_imported_rows to {app_role};

-- Patients that are registered next, those that bring the number of their file first: looked up, and not sorted at each step.
create index import_rows_to_register on import_rows (practice_id, import_id, (file_id is null), row_number)
  where fate = 'create' and done_at is null and patient is not null;
