-- Record modules and classes are data of the installation, shared by all practices (cross-practice tables).
create table record_modules (
  id text primary key,
  body text not null,
  installed_at timestamptz(3) not null default now()
);

create table record_classes (
  class_id text not null,
  version integer not null,
  module_id text not null references record_modules,
  -- The class as JSON text with its texts in three languages; what a record was written with never changes.
  body text not null,
  active boolean not null default true,
  primary key (class_id, version)
);

create domain record_type as text check (value in ('med_hist', 'control', 'document', 'test'));
create domain case_status as text check (value in ('active', 'closed'));
create domain void_reason as text check (length(value) >= 10);

create table records (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  uid uuid not null default gen_random_uuid(),
  version integer not null default 1,
  patient_id bigint not null,
  author_id bigint not null,
  type record_type not null,
  subtype text,
  class_id text not null,
  class_version integer not null,
  name text,
  occurred_at timestamptz(3) not null,
  -- json, not jsonb: the text is handed out as it was stored.
  data json not null,
  case_id bigint,
  session_number whole_count,
  case_status case_status,
  case_outcome text,
  case_closed_on date,
  signed boolean not null default false,
  voided_at timestamptz(3),
  voided_by bigint,
  void_reason void_reason,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  constraint records_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id),
  constraint records_author_fkey foreign key (practice_id, author_id) references doctors (practice_id, id),
  -- A follow-up's case must be a record of the same patient; the server checks that it is a case.
  constraint records_patient_key unique (practice_id, patient_id, id),
  constraint records_case_fkey foreign key (practice_id, patient_id, case_id) references records (practice_id, patient_id, id),
  constraint records_case_shape check (
    (subtype = 'follow_up' and type = 'control') = (case_id is not null) and
    (subtype = 'follow_up' and type = 'control') = (session_number is not null) and
    (coalesce(subtype, '') = 'case' and type = 'control') = (case_status is not null)
  )
);
create index records_of_patient on records (practice_id, patient_id, occurred_at desc, id desc);
create index records_of_case on records (practice_id, case_id, session_number) where case_id is not null;
-- One active medical history a patient.
create unique index records_medical_history_key on records (practice_id, patient_id)
  where type = 'med_hist' and voided_at is null;
create unique index records_session_number_key on records (practice_id, case_id, session_number)
  where case_id is not null and voided_at is null;
-- Who was seen last.
create index records_by_control_time on records (practice_id, occurred_at desc, patient_id)
  where type = 'control' and voided_at is null;
create index records_unsigned_of_author on records (practice_id, author_id, created_at desc)
  where not signed and voided_at is null;

create table record_versions (
  practice_id bigint not null,
  record_id bigint not null,
  version integer not null,
  author_id bigint not null,
  at timestamptz(3) not null default now(),
  occurred_at timestamptz(3) not null,
  class_id text not null,
  class_version integer not null,
  data json not null,
  reason text,
  primary key (practice_id, record_id, version),
  foreign key (practice_id, record_id) references records (practice_id, id),
  foreign key (practice_id, author_id) references doctors (practice_id, id)
);

create table drafts (
  practice_id bigint not null,
  user_id bigint not null references users,
  patient_id bigint not null,
  key text not null check (length(key) <= 200),
  data json not null,
  base_version integer,
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (practice_id, user_id, patient_id, key),
  foreign key (practice_id, patient_id) references patients (practice_id, id)
);

alter table records enable row level security;
alter table records force row level security;
create policy records_of_practice on records for select
  using (practice_id = current_setting('app.practice_id')::bigint);
create policy records_written on records for insert
  with check (practice_id = current_setting('app.practice_id')::bigint);
-- A signed record never changes, whoever asks.
create policy records_changed_while_unsigned on records for update
  using (practice_id = current_setting('app.practice_id')::bigint and not signed)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table record_versions enable row level security;
alter table record_versions force row level security;
create policy record_versions_of_practice on record_versions
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table drafts enable row level security;
alter table drafts force row level security;
create policy drafts_of_user on drafts
  using (practice_id = current_setting('app.practice_id')::bigint and user_id = current_setting('app.user_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint and user_id = current_setting('app.user_id')::bigint);

grant select on record_modules, record_classes to {app_role};
grant select, insert, update on records to {app_role};
grant select, insert on record_versions to {app_role};
grant select, insert, update, delete on drafts to {app_role};
