-- Sheets of a day for when Ulna cannot be reached (docs/decisions/0070-outage-day.md).

-- What they are locked with: one password for those with clinical content, one for the others. They rest encrypted with a
-- key of the installation.
create table day_sheet_passwords (
  practice_id bigint not null references practices,
  contents text not null check (contents in ('clinical', 'agenda')),
  sealed bytea not null,
  since timestamptz(3) not null default now(),
  primary key (practice_id, contents)
);

-- Sheets that were made in the evening: the next evening makes them anew, or they are gone. `digest` is keyed and says of what it was made.
create table day_sheets (
  practice_id bigint not null references practices,
  day date not null,
  contents text not null check (contents in ('clinical', 'agenda')),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  pdf bytea not null,
  visits integer not null,
  made_at timestamptz(3) not null default now(),
  primary key (practice_id, day, contents)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['day_sheet_passwords', 'day_sheets']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;
grant select, insert, delete on day_sheet_passwords, day_sheets to {app_role};
grant update (sealed, since) on day_sheet_passwords to {app_role};
grant update (digest, pdf, visits, made_at) on day_sheets to {app_role};

-- The day, on the practice's clock, in whose evening sheets were last asked for.
alter table practices add column sheets_asked_on date;

-- Keys may be given the scope of that sheet, which opens nothing else.
alter table practice_keys drop constraint practice_keys_scopes_check;
alter table practice_keys add constraint practice_keys_scopes_check check (
  cardinality(scopes) > 0
  and scopes <@ array['patients', 'agenda', 'records', 'files', 'packages', 'receipts', 'audit', 'fhir', 'day-sheet']
);
