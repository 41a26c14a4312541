create domain file_number as text check (length(value) between 1 and 40);

create table doctors (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  uid uuid not null default gen_random_uuid(),
  version integer not null default 1,
  user_id bigint not null references users,
  first_name person_name not null,
  last_name person_name not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  color smallint not null default 1 check (color between 1 and 4),
  bookable boolean not null default true,
  birth_date date,
  social_id text,
  phone text,
  mobile text,
  email text,
  address text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  constraint doctors_user_key unique (practice_id, user_id)
);
alter table memberships add constraint memberships_doctor_fkey
  foreign key (practice_id, doctor_id) references doctors (practice_id, id) deferrable initially deferred;

create table patients (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  uid uuid not null default gen_random_uuid(),
  version integer not null default 1,
  first_name person_name not null,
  last_name person_name not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  file_id file_number not null,
  birth_date date,
  social_id text,
  phone text,
  mobile text,
  email text,
  address text,
  note text,
  clinic_summary text,
  last_control timestamptz(3),
  -- An unlocked file locks itself again at unlocked_until; `unlocked` on the wire is derived from it.
  unlocked_until timestamptz(3),
  last_unlocked_at timestamptz(3),
  last_locked_at timestamptz(3),
  -- Key in the file store and when it changed; null without a picture.
  profile_image_key text,
  sort_name text not null generated always as (fold(first_name || ' ' || last_name)) stored,
  -- The three searched fields, folded; U+001F keeps a match from running over a border.
  search_text text not null generated always as (
    fold(first_name || ' ' || last_name || e'\x1f' || coalesce(email, '') || e'\x1f' || coalesce(social_id, ''))
  ) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  constraint patients_file_id_key unique (practice_id, file_id)
) with (fillfactor = 80);
create index patients_by_name on patients (practice_id, sort_name, id);
-- No index on last_control: each control moves it, and with room left in the page only the row itself is written, none
-- of the index entries, the trigram index least of all. Who was seen last is found through the records.
create index patients_by_social_id on patients (practice_id, fold(social_id)) where social_id is not null;
create index patients_search on patients using gin (search_text gin_trgm_ops);

create table patient_versions (
  practice_id bigint not null,
  patient_id bigint not null,
  version integer not null,
  author_user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Wire JSON of the patient as it became with this version.
  body text not null,
  primary key (practice_id, patient_id, version),
  foreign key (practice_id) references practices
);

alter table doctors enable row level security;
alter table doctors force row level security;
create policy doctors_of_practice on doctors
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table patients enable row level security;
alter table patients force row level security;
create policy patients_of_practice on patients
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table patient_versions enable row level security;
alter table patient_versions force row level security;
create policy patient_versions_of_practice on patient_versions
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update on doctors to {app_role};
grant select, insert, update, delete on patients to {app_role};
grant select, insert on patient_versions to {app_role};
