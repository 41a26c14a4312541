-- Prepaid sessions (docs/decisions: specification §3, product-decisions.md §8). A package's balance is two counters that a check
-- keeps within what was bought; why they are what they are stands in movements, which are only ever added.
create domain package_use_state as text check (value in ('reserved', 'used', 'returned'));
create domain package_movement_kind as text check (
  value in ('bought', 'reserved', 'released', 'used', 'returned', 'adjusted', 'expired', 'renewed', 'cancelled'));

create domain package_movement_cause as text check (
  value in ('sold', 'record_written', 'record_added', 'record_removed', 'record_voided', 'visit_counted', 'visit_taken_off',
    'visit_booked', 'visit_arrived', 'visit_attended', 'visit_no_show', 'visit_cancelled', 'visit_cancelled_late',
    'visit_gone', 'by_hand', 'resized', 'day_came', 'prolonged', 'package_cancelled', 'package_reactivated'));

create table session_packages (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  uid uuid not null default gen_random_uuid(),
  -- Of what is written in the form; a session that is used or returned is no version of it.
  version integer not null default 1,
  -- Who bought it; whom it serves besides stands in session_package_patients.
  patient_id bigint not null,
  doctor_id bigint not null,
  num_sessions integer not null check (num_sessions between 0 and 1000),
  used_sessions integer not null default 0,
  reserved_sessions integer not null default 0,
  description text check (length(description) between 1 and 200),
  auto_add boolean not null default false,
  -- Whole units of the smallest coin of its currency (ISO 4217), and how many digits these are behind the point.
  price_minor bigint check (price_minor >= 0),
  price_digits smallint check (price_digits between 0 and 4),
  currency text check (currency ~ '^[A-Z]{3}$'),
  notes text check (length(notes) <= 10000),
  -- The last day on which its sessions can be taken, on the practice's clock.
  expires_on date,
  -- The expiry that a movement tells of.
  expiry_told_on date,
  cancelled_at timestamptz(3),
  cancel_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  constraint session_packages_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id),
  constraint session_packages_doctor_fkey foreign key (practice_id, doctor_id) references doctors (practice_id, id),
  constraint session_packages_room check (
    used_sessions >= 0 and reserved_sessions >= 0 and used_sessions + reserved_sessions <= num_sessions),
  constraint session_packages_price check (
    (price_minor is null) = (price_digits is null) and (price_minor is null or currency is not null)),
  constraint session_packages_cancelled check ((cancelled_at is null) = (cancel_reason is null))
);
create index session_packages_newest on session_packages (practice_id, created_at desc, id desc);

create table session_package_versions (
  practice_id bigint not null,
  package_id bigint not null,
  version integer not null,
  author_user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Wire JSON as it became with this version.
  body text not null,
  primary key (practice_id, package_id, version),
  foreign key (practice_id, package_id) references session_packages (practice_id, id)
);

-- Whom a package serves: its owner, and others of the family.
create table session_package_patients (
  practice_id bigint not null,
  package_id bigint not null,
  patient_id bigint not null,
  primary key (practice_id, package_id, patient_id),
  foreign key (practice_id, package_id) references session_packages (practice_id, id),
  constraint session_package_patients_patient_fkey foreign key (practice_id, patient_id)
    references patients (practice_id, id)
);
create index session_package_patients_of_patient on session_package_patients (practice_id, patient_id);

-- A session of a package that a record, a visit, or a visit with its record takes: each in one package at most. Signed
-- records never change, so membership stands here and not with them.
create table session_package_uses (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  package_id bigint not null,
  patient_id bigint not null,
  record_id bigint,
  -- A visit that is deleted and brought back takes its session again, so what stands here may be gone for the moment.
  appointment_id bigint,
  state package_use_state not null,
  -- What had become of the visit when its session was counted last.
  settled_for text check (
    settled_for in ('booked', 'arrived', 'attended', 'no_show', 'cancelled', 'cancelled_late', 'gone')),
  -- Somebody gave the session back: no rule takes it again until something else becomes of the visit.
  by_hand boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (practice_id, id),
  constraint session_package_uses_patient_fkey foreign key (practice_id, package_id, patient_id)
    references session_package_patients (practice_id, package_id, patient_id),
  foreign key (practice_id, patient_id, record_id) references records (practice_id, patient_id, id),
  constraint session_package_uses_of check (record_id is not null or appointment_id is not null),
  constraint session_package_uses_settled check ((appointment_id is null) = (settled_for is null)),
  constraint session_package_uses_record check (record_id is null or state = 'used')
);
create unique index session_package_uses_record_key on session_package_uses (practice_id, record_id)
  where record_id is not null;
create unique index session_package_uses_appointment_key on session_package_uses (practice_id, appointment_id)
  where appointment_id is not null;
create index session_package_uses_of_package on session_package_uses (practice_id, package_id);
create index session_package_uses_of_patient on session_package_uses (practice_id, patient_id);

-- The ledger: why the balance is what it is.
create table session_package_movements (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  package_id bigint not null,
  kind package_movement_kind not null,
  cause package_movement_cause not null,
  -- What it adds to what is left, and what is left then.
  sessions integer not null,
  balance integer not null check (balance >= 0),
  reason text check (length(reason) between 1 and 200),
  patient_id bigint,
  record_id bigint,
  appointment_id bigint,
  -- When the visit or session took place.
  occurred_at timestamptz(3),
  -- Null: nobody did it, its day came.
  user_id bigint references users,
  at timestamptz(3) not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, package_id) references session_packages (practice_id, id)
);
create index session_package_movements_of_package on session_package_movements (practice_id, package_id, id desc);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['session_packages', 'session_package_versions', 'session_package_patients',
    'session_package_uses', 'session_package_movements'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;

grant select, insert, update on session_packages to {app_role};
grant select, insert on session_package_versions, session_package_movements to {app_role};
grant select, insert, delete on session_package_patients to {app_role};
grant select, insert, update, delete on session_package_uses to {app_role};
