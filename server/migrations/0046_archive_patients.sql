-- A patient whose file only stands and is read (docs/decisions/0053-archive-and-retention.md). `archived` is what lists
-- ask for; it stands in the index of names before the names, so a page and a count read one part of it.
alter table patients
  add column archived_at timestamptz(3),
  add column archive_reason text check (length(archive_reason) between 1 and 200),
  add column archived boolean not null generated always as (archived_at is not null) stored,
  add constraint patients_archive_reason check (archived_at is not null or archive_reason is null);
drop index patients_by_name;
create index patients_by_name on patients (practice_id, archived, sort_name, id);

-- Why a file is kept beyond its term, from when to when. What was said of one stays; lifting adds to it.
create table patient_holds (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  patient_id bigint not null,
  reason text not null check (length(reason) between 1 and 200),
  placed_by bigint not null references users,
  placed_at timestamptz(3) not null default now(),
  lifted_by bigint references users,
  lifted_at timestamptz(3),
  lift_reason text check (length(lift_reason) between 1 and 200),
  primary key (practice_id, id),
  -- A patient whose holds are all lifted and who has no records may be deleted; the trail keeps what was said.
  constraint patient_holds_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id)
    on delete cascade,
  constraint patient_holds_lifted check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create index patient_holds_of_patient on patient_holds (practice_id, patient_id, placed_at);

alter table patient_holds enable row level security;
alter table patient_holds force row level security;
create policy patient_holds_of_practice on patient_holds
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select, insert, update (lifted_by, lifted_at, lift_reason) on patient_holds to {app_role};
