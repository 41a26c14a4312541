-- What one practitioner wrote, as a file that they take along when an owner signs it off
-- (docs/decisions/0062-a-practitioner-leaves-with-their-entries.md).
create table practitioner_copies (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  doctor_id bigint not null,
  state text not null default 'asked'
    check (state in ('asked', 'refused', 'waiting', 'running', 'ready', 'failed', 'removed')),
  reason text not null check (length(reason) between 3 and 10000),
  asked_by bigint not null references users,
  asked_at timestamptz(3) not null default now(),
  decided_by bigint references users,
  decided_at timestamptz(3),
  -- On which ground it is handed over, or why not.
  answer text check (length(answer) between 3 and 10000),
  with_names boolean not null default false,
  -- The words around the entries.
  language text not null check (language in ('es', 'en', 'it')),
  patient_count integer,
  record_count integer,
  file_count integer,
  missing integer not null default 0,
  storage_key text,
  size bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  fingerprint text,
  made_at timestamptz(3),
  expires_at timestamptz(3),
  -- When whoever makes it last said that they are there.
  touched_at timestamptz(3) not null default now(),
  link_number integer not null default 0,
  link_by bigint references users,
  link_until timestamptz(3),
  primary key (practice_id, id),
  constraint practitioner_copies_doctor_fkey foreign key (practice_id, doctor_id) references doctors (practice_id, id),
  constraint practitioner_copies_decided check (
    (decided_by is null) = (decided_at is null) and (decided_by is null) = (answer is null)),
  constraint practitioner_copies_ready check (
    (state = 'ready') = (storage_key is not null) and (storage_key is null or size is not null and sha256 is not null))
);
create unique index practitioner_copies_open_key on practitioner_copies (practice_id, doctor_id)
  where state in ('asked', 'waiting', 'running');
create index practitioner_copies_newest on practitioner_copies (practice_id, id desc);
alter table practitioner_copies enable row level security;
alter table practitioner_copies force row level security;
create policy practitioner_copies_of_practice on practitioner_copies
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select, insert, update on practitioner_copies to {app_role};
