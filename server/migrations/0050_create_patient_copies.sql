-- Copies of a file for the patient (docs/decisions/0058-the-patients-copy.md): who asked when, how it was made sure who they
-- are, what was kept back, and how it was handed over. The bytes lie in the file store for some days.
create table patient_copies (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  patient_id bigint not null,
  asked_on date not null,
  asked_by text not null check (asked_by in ('patient', 'guardian', 'representative')),
  identity text not null check (identity in ('document', 'known', 'mandate')),
  noted_by bigint not null references users,
  created_at timestamptz(3) not null default now(),
  language text check (language in ('es', 'en', 'it')),
  -- Kinds of answers that are not in it: a clinician decided so.
  kept_back text[] not null default '{}',
  with_names boolean not null default false,
  made_by bigint references users,
  storage_key text,
  size bigint,
  sha256 text,
  made_at timestamptz(3),
  expires_at timestamptz(3),
  -- One link at a time for whoever made it, once; one for the patient, with a code of which only a digest stays.
  own_number integer not null default 0,
  -- Null where a patient showed the code: whoever signed in is asked again whether they still may.
  own_by bigint references users,
  own_until timestamptz(3),
  shared_number integer not null default 0,
  shared_until timestamptz(3),
  code_hash bytea,
  wrong_codes smallint not null default 0,
  handed_over_at timestamptz(3),
  handed_over_by bigint references users,
  handed_over_how text check (handed_over_how in ('stick', 'link', 'other')),
  handed_over_to text check (length(handed_over_to) <= 200),
  primary key (practice_id, id),
  constraint patient_copies_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id),
  constraint patient_copies_made check (storage_key is null or size is not null and sha256 is not null),
  constraint patient_copies_handed_over check (
    (handed_over_at is null) = (handed_over_by is null)
    and (handed_over_at is null) = (handed_over_how is null))
);
create index patient_copies_of_patient on patient_copies (practice_id, patient_id, id desc);
create index patient_copies_due on patient_copies (practice_id, asked_on, id) where handed_over_at is null;
alter table patient_copies enable row level security;
alter table patient_copies force row level security;
create policy patient_copies_of_practice on patient_copies
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select, insert, update on patient_copies to {app_role};
