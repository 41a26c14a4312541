-- Patients who would come earlier or when a time falls free. Days and times of day are the practice's clock.
create table wait_list (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  version integer not null default 1,
  patient_id bigint not null,
  -- Null: any practitioner.
  doctor_id bigint,
  minutes smallint not null check (minutes between 5 and 480),
  -- ISO 8601, Monday is 1; empty: any day.
  weekdays smallint[] not null default '{}' check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  from_time time(0),
  to_time time(0),
  earliest date,
  latest date,
  note text,
  status text not null default 'waiting' check (status in ('waiting', 'booked', 'withdrawn')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  -- A patient who is deleted waits for nothing.
  constraint wait_list_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id)
    on delete cascade,
  constraint wait_list_doctor_fkey foreign key (practice_id, doctor_id) references doctors (practice_id, id),
  constraint wait_list_times check (from_time < to_time),
  constraint wait_list_days check (earliest <= latest)
);
create index wait_list_waiting on wait_list (practice_id, created_at, id) where status = 'waiting';
create index wait_list_of_patient on wait_list (practice_id, patient_id);

create table wait_list_versions (
  practice_id bigint not null,
  wait_list_id bigint not null,
  version integer not null,
  author_user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Wire JSON as it became with this version.
  body text not null,
  primary key (practice_id, wait_list_id, version),
  foreign key (practice_id) references practices
);

alter table wait_list enable row level security;
alter table wait_list force row level security;
create policy wait_list_of_practice on wait_list
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table wait_list_versions enable row level security;
alter table wait_list_versions force row level security;
create policy wait_list_versions_of_practice on wait_list_versions
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update on wait_list to {app_role};
grant select, insert on wait_list_versions to {app_role};
