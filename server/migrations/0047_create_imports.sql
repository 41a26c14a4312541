-- Patients from files of other systems: the file and how it is read, its rows with what becomes of them, and by which
-- number a source knows a patient. File and rows are removed once an import can no longer be taken back.
create table imports (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  kind text not null check (kind in ('patients')),
  source text not null,
  file_name text not null,
  -- Where the bytes lie; null once they were removed.
  storage_key text,
  size bigint not null check (size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('csv', 'xlsx')),
  state text not null default 'draft'
    check (state in ('draft', 'examining', 'examined', 'failed', 'running', 'done', 'undoing', 'undone')),
  -- JSON as the contract has it: how the file is read, what its columns are, what the trial found.
  reading text not null,
  matching text not null,
  counts text,
  failure text,
  done integer not null default 0 check (done >= 0),
  to_do integer not null default 0 check (to_do >= 0),
  created integer not null default 0 check (created >= 0),
  spared integer not null default 0 check (spared >= 0),
  -- When somebody last worked on it: whoever was killed is followed by another.
  touched_at timestamptz(3) not null default now(),
  started_by bigint not null references users,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (practice_id, id),
  foreign key (practice_id) references practices
);
create index imports_newest on imports (practice_id, created_at, id);
-- One at a time creates patients.
create unique index imports_busy on imports (practice_id) where state = 'running';

create table import_rows (
  practice_id bigint not null,
  import_id bigint not null,
  row_number integer not null check (row_number > 0),
  -- JSON: the cells as the file has them, the patient they make, what is wrong or odd.
  cells text not null,
  patient text,
  faults text not null default '[]',
  hints text not null default '[]',
  name text not null,
  external_id text not null,
  -- What the row is compared by, as the search folds it.
  file_id text,
  social_key text,
  name_key text,
  birth_date date,
  fate text not null check (fate in ('create', 'exists', 'before', 'repeated', 'fault')),
  patient_id bigint,
  -- When the row was carried out; when what it made was found to be worked on and stayed.
  done_at timestamptz(3),
  spared boolean not null default false,
  primary key (practice_id, import_id, row_number),
  foreign key (practice_id, import_id) references imports (practice_id, id) on delete cascade
);
create index import_rows_by_fate on import_rows (practice_id, import_id, fate, row_number);

-- By which number a source knows a patient of ours, so that the same file again makes no twins.
create table imported_patients (
  practice_id bigint not null,
  source text not null,
  external_id text not null,
  patient_id bigint not null,
  import_id bigint not null,
  primary key (practice_id, source, external_id),
  foreign key (practice_id, patient_id) references patients (practice_id, id) on delete cascade,
  foreign key (practice_id, import_id) references imports (practice_id, id)
);
create index imported_patients_of_import on imported_patients (practice_id, import_id);
create index imported_patients_of_patient on imported_patients (practice_id, patient_id);

alter table imports enable row level security;
alter table imports force row level security;
create policy imports_of_practice on imports
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy import_rows_of_practice on import_rows
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table imported_patients enable row level security;
alter table imported_patients force row level security;
create policy imported_patients_of_practice on imported_patients
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update, delete on imports, import_rows, imported_patients to {app_role};
