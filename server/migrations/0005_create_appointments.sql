create domain appointment_title as text check (length(value) <= 200);
create domain appointment_status as text
  check (value in ('booked', 'arrived', 'attended', 'no_show', 'cancelled'));

create table appointments (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  uid uuid not null default gen_random_uuid(),
  version integer not null default 1,
  doctor_id bigint not null,
  patient_id bigint,
  -- The patient's name as it goes on the wire; its foreign key keeps it true.
  patient_wire_name text,
  user_id bigint not null references users,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  title appointment_title,
  note text,
  patient_note text,
  confirmed boolean not null default false,
  status appointment_status not null default 'booked',
  cancel_reason text,
  cancelled_at timestamptz(3),
  -- Series: the rule stands on every row, `parent` is the first occurrence; `occurs_at` is the instant the rule gave.
  parent bigint,
  every jsonb,
  until timestamptz(3),
  occurs_at timestamptz(3),
  detached boolean not null default false,
  allow_overlap boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  constraint appointments_doctor_fkey foreign key (practice_id, doctor_id) references doctors (practice_id, id),
  constraint appointments_patient_name check ((patient_id is null) = (patient_wire_name is null)),
  constraint appointments_order check (end_at > start_at and end_at <= start_at + interval '24 hours'),
  constraint appointments_no_overlap exclude using gist (
    practice_id with =, doctor_id with =, tstzrange(start_at, end_at) with &&
  ) where (not allow_overlap and status <> 'cancelled')
);
create index appointments_by_start on appointments (practice_id, start_at);
create index appointments_by_doctor on appointments (practice_id, doctor_id, start_at);
create index appointments_of_patient on appointments (practice_id, patient_id, start_at) where patient_id is not null;
create index appointments_of_series on appointments (practice_id, parent, start_at) where parent is not null;

create table appointment_versions (
  practice_id bigint not null,
  appointment_id bigint not null,
  version integer not null,
  author_user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Wire JSON of the appointment as it became with this version; null when it was deleted.
  body text,
  primary key (practice_id, appointment_id, version),
  foreign key (practice_id) references practices
);

alter table appointments enable row level security;
alter table appointments force row level security;
create policy appointments_of_practice on appointments
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table appointment_versions enable row level security;
alter table appointment_versions force row level security;
create policy appointment_versions_of_practice on appointment_versions
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update, delete on appointments to {app_role};
grant select, insert on appointment_versions to {app_role};
