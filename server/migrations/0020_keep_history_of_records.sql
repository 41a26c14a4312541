-- A version says what kind of change made it; a case that was closed or reopened, what its state became.
create domain version_change as text check (value in ('content', 'case_closed', 'case_reopened', 'voided'));
alter table record_versions
  add column change version_change not null default 'content',
  add column case_status case_status,
  add column case_outcome text,
  add column case_closed_on date;

-- The state of a case is not part of what was signed, and a signed row is closed to every other change: this function,
-- its owner's, changes these columns and no others, in the practice of the transaction.
do $$ begin
  execute format(
    'create policy records_case_state on records for update to %I
      using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', current_user);
end $$;
create function change_case_state(record bigint, new_status case_status, new_outcome text, new_closed_on date) returns void
language sql volatile security definer set search_path = ''
begin atomic
  update records set case_status = new_status, case_outcome = new_outcome, case_closed_on = new_closed_on,
    version = version + 1, updated_at = now()
  where practice_id = current_setting('app.practice_id')::bigint and id = record and type = 'control' and subtype = 'case';
end;
revoke all on function change_case_state from public;
grant execute on function change_case_state to {app_role};

-- What an author adds to a record that no longer changes. It is only ever added to.
create table record_addenda (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  record_id bigint not null,
  author_id bigint not null,
  text text not null check (length(text) between 1 and 20000),
  created_at timestamptz(3) not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, record_id) references records (practice_id, id),
  foreign key (practice_id, author_id) references doctors (practice_id, id)
);
create index record_addenda_of_record on record_addenda (practice_id, record_id, id);

alter table record_addenda enable row level security;
alter table record_addenda force row level security;
create policy record_addenda_of_practice on record_addenda
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on record_addenda to {app_role};
