-- The key a practice signs its papers with, and its certificate. A key that was replaced stays: what it signed still counts.
create table practice_signing_keys (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- X.509 as PEM; certificates above it follow in `chain`.
  certificate text not null,
  chain text[] not null default '{}',
  -- PEM, encrypted with a key that is not in the database.
  private_key bytea not null,
  source text not null check (source in ('generated', 'supplied')),
  valid_until timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  primary key (practice_id, id)
);
-- One that signs, at a time.
create unique index practice_signing_keys_current_key on practice_signing_keys (practice_id) where retired_at is null;

-- What left the house as a paper: never what it said, only what proves it.
create table issued_papers (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- Printed on every page; nobody can guess one.
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  patient_id bigint not null,
  scope text not null check (scope in ('file', 'case', 'record')),
  record_id bigint,
  language text not null,
  -- [{"id":1,"version":2,"addenda":0}]: what was on it.
  records json not null,
  -- Of the whole PDF with its signature.
  sha256 bytea not null check (length(sha256) = 32),
  byte_size whole_count not null,
  pages whole_count not null,
  signing_key_id bigint not null,
  storage_key text not null,
  issued_by bigint not null references users,
  issued_at timestamptz(3) not null default now(),
  primary key (practice_id, id),
  constraint issued_papers_code_key unique (practice_id, code),
  constraint issued_papers_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id),
  constraint issued_papers_record_fkey foreign key (practice_id, record_id) references records (practice_id, id),
  constraint issued_papers_key_fkey foreign key (practice_id, signing_key_id) references practice_signing_keys (practice_id, id)
);
create index issued_papers_of_patient on issued_papers (practice_id, patient_id, id desc);

alter table practice_signing_keys enable row level security;
alter table practice_signing_keys force row level security;
create policy practice_signing_keys_of_practice on practice_signing_keys
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table issued_papers enable row level security;
alter table issued_papers force row level security;
create policy issued_papers_of_practice on issued_papers
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on practice_signing_keys to {app_role};
grant update (retired_at) on practice_signing_keys to {app_role};
grant select, insert on issued_papers to {app_role};
