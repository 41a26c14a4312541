-- Files of records (docs/decisions/0017-uploads-in-parts.md). Bytes lie in the file store; a row is written once they are
-- there, so no row ever points at nothing.
create domain file_kind as text check (value in ('image', 'pdf', 'dicom'));
create domain file_state as text check (value in ('processing', 'ready', 'refused'));
create domain storage_type as text check (value in ('local', 's3', 'fb'));

create table files (
  practice_id bigint not null,
  -- The id of the upload it came with.
  id bigint not null default nextval('global_id'),
  uid uuid not null,
  record_id bigint not null,
  patient_id bigint not null,
  author_id bigint not null,
  -- As it was called where it came from; where its bytes lie has nothing of it.
  file_name text not null check (length(file_name) between 1 and 255),
  content_type text not null,
  kind file_kind not null,
  byte_size bigint not null check (byte_size > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  width whole_count,
  height whole_count,
  state file_state not null default 'processing',
  problem text,
  dicom json,
  storage_type storage_type not null,
  storage_key text not null,
  removed_at timestamptz(3),
  removed_by bigint,
  created_at timestamptz(3) not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, patient_id, record_id) references records (practice_id, patient_id, id),
  foreign key (practice_id, author_id) references doctors (practice_id, id),
  foreign key (practice_id, removed_by) references doctors (practice_id, id),
  constraint files_ready check ((state = 'ready') = (sha256 is not null)),
  constraint files_refused check ((state = 'refused') = (problem is not null)),
  constraint files_removed check ((removed_at is null) = (removed_by is null))
);
create index files_of_record on files (practice_id, record_id, id);
create index files_of_patient on files (practice_id, patient_id, id);

create table uploads (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  uid uuid not null,
  user_id bigint not null references users,
  record_id bigint not null,
  patient_id bigint not null,
  file_name text not null check (length(file_name) between 1 and 255),
  content_type text not null,
  -- What was announced.
  byte_size bigint not null check (byte_size > 0),
  storage_key text not null,
  -- What the file store calls it.
  store_upload text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '24 hours',
  primary key (practice_id, id),
  foreign key (practice_id, patient_id, record_id) references records (practice_id, patient_id, id)
);
create index uploads_of_record on uploads (practice_id, record_id);

alter table files enable row level security;
alter table files force row level security;
create policy files_of_practice on files
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table uploads enable row level security;
alter table uploads force row level security;
create policy uploads_of_practice on uploads
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on files to {app_role};
grant update (byte_size, sha256, width, height, state, problem, dicom, removed_at, removed_by) on files to {app_role};
grant select, insert, delete on uploads to {app_role};

-- A temporary document that nobody completed within a day goes, with everything that hangs on it (product-decisions.md §6).
-- Records, versions, addenda and files are the application's to add to only: this function, their owner's, removes a
-- temporary document and nothing else, in the practice of the transaction: one that is overdue, or at once for whoever
-- gives it up.
do $$
declare
  removed text;
begin
  foreach removed in array array['records', 'record_versions', 'record_addenda', 'files', 'uploads'] loop
    execute format(
      'create policy %I on %I for delete to %I using (practice_id = current_setting(''app.practice_id'')::bigint)',
      removed || '_expired', removed, current_user);
  end loop;
end $$;
create function remove_temporary_document(record bigint, at_once boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
begin
  perform 1 from public.records r
  where r.practice_id = practice and r.id = record and r.type = 'document' and r.subtype = 'temporal'
    and not r.signed and r.voided_at is null and (at_once or r.created_at <= now() - interval '24 hours')
  for update;
  if not found then
    return false;
  end if;
  delete from public.uploads where practice_id = practice and record_id = record;
  delete from public.files where practice_id = practice and record_id = record;
  delete from public.record_addenda where practice_id = practice and record_id = record;
  delete from public.record_versions where practice_id = practice and record_id = record;
  delete from public.records where practice_id = practice and id = record;
  return true;
end $$;
revoke all on function remove_temporary_document from public;
grant execute on function remove_temporary_document to {app_role};
