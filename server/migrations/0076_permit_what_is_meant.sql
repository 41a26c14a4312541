-- Beside older processes: what they may do is what it was.
-- A restrictive policy arrives on the machines of a distributed database as one that permits (Citus 13.2.2): "using (true)" then
-- let the application change records of every practice there, and signed ones. Policies only permit from here on, and say all of it.

-- A note that was brought in, and a record that was handed over, change by being voided and in no other way.
drop policy records_of_imports_stay on records;
drop policy records_received_stay on records;
drop policy records_changed_while_unsigned on records;
create policy records_changed_while_unsigned on records for update
  using (practice_id = current_setting('app.practice_id')::bigint and not signed)
  with check (practice_id = current_setting('app.practice_id')::bigint
    and (voided_at is not null or class_id <> 'imported_note' and class_id not like 'handed\_%'));

-- A key that was replaced goes when its time is over; the present one stays, for the application.
drop policy hand_over_keys_present_stays on hand_over_keys;
drop policy hand_over_keys_of_practice on hand_over_keys;
create policy hand_over_keys_of_practice on hand_over_keys for select
  using (practice_id = current_setting('app.practice_id')::bigint);
create policy hand_over_keys_made on hand_over_keys for insert
  with check (practice_id = current_setting('app.practice_id')::bigint);
create policy hand_over_keys_changed on hand_over_keys for update
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
create policy hand_over_keys_replaced_go on hand_over_keys for delete to {app_role}
  using (practice_id = current_setting('app.practice_id')::bigint and retired_at is not null);
do $$ begin
  execute format('create policy hand_over_keys_go on hand_over_keys for delete to %I
    using (practice_id = current_setting(''app.practice_id'')::bigint)', current_user);
end $$;
