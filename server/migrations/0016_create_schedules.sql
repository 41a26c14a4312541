-- When practitioners work, and when they or the whole practice are away. Times of day are the practice's clock; who has
-- no row here works in the practice's working day. How many patients somebody sees at once is doctors.capacity.
create table schedules (
  practice_id bigint not null,
  doctor_id bigint not null,
  version integer not null default 1,
  -- Periods of the week; null: the practice's working day, Monday to Friday.
  hours jsonb check (jsonb_typeof(hours) = 'array'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, doctor_id),
  constraint schedules_doctor_fkey foreign key (practice_id, doctor_id) references doctors (practice_id, id)
);

create table schedule_versions (
  practice_id bigint not null,
  doctor_id bigint not null,
  version integer not null,
  author_user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Wire JSON of the schedule as it became with this version.
  body text not null,
  primary key (practice_id, doctor_id, version),
  foreign key (practice_id) references practices
);

create table absences (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  version integer not null default 1,
  -- Null: the whole practice is closed.
  doctor_id bigint,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  title text not null check (length(title) between 1 and 200),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  constraint absences_doctor_fkey foreign key (practice_id, doctor_id) references doctors (practice_id, id),
  constraint absences_order check (end_at > start_at and end_at <= start_at + interval '731 days')
);
-- Absences are few and some are long: those that end after a moment are nearly those that matter.
create index absences_by_end on absences (practice_id, end_at);

create table absence_versions (
  practice_id bigint not null,
  absence_id bigint not null,
  version integer not null,
  author_user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Wire JSON of the absence as it became with this version; null when it was removed.
  body text,
  primary key (practice_id, absence_id, version),
  foreign key (practice_id) references practices
);

alter table schedules enable row level security;
alter table schedules force row level security;
create policy schedules_of_practice on schedules
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table schedule_versions enable row level security;
alter table schedule_versions force row level security;
create policy schedule_versions_of_practice on schedule_versions
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table absences enable row level security;
alter table absences force row level security;
create policy absences_of_practice on absences
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table absence_versions enable row level security;
alter table absence_versions force row level security;
create policy absence_versions_of_practice on absence_versions
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update on schedules to {app_role};
grant select, insert on schedule_versions to {app_role};
grant select, insert, update, delete on absences to {app_role};
grant select, insert on absence_versions to {app_role};
