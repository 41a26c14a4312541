-- Erasure of patients (docs/decisions/0057-erasure.md): first a file is blocked, later destroyed. What stays of it is one
-- row here without content, the links of the chains, and what another law keeps.

-- A blocked patient is seen by nobody but who sets app.sees_blocked, which erasing alone does.
alter table patients add column blocked_at timestamptz(3);
drop policy patients_of_practice on patients;
create policy patients_of_practice on patients
  using (practice_id = current_setting('app.practice_id')::bigint
    and (blocked_at is null or current_setting('app.sees_blocked', true) = 'on'))
  with check (practice_id = current_setting('app.practice_id')::bigint);

-- Past visits are listed by days, without looking at the patient.
alter table appointments add column blocked boolean not null default false;
drop policy appointments_of_practice on appointments;
create policy appointments_of_practice on appointments
  using (practice_id = current_setting('app.practice_id')::bigint
    and (not blocked or current_setting('app.sees_blocked', true) = 'on'))
  with check (practice_id = current_setting('app.practice_id')::bigint);

create table erasures (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- Of whom; nothing else of them stands here.
  patient_id bigint not null,
  patient_uid uuid not null,
  -- whole: the file; partial: what no law keeps while the term of the file runs.
  scope text not null check (scope in ('whole', 'partial')),
  -- term_over: the list of what is due; request: the person asked for it; restored: it was erased before and came back.
  ground text not null check (ground in ('term_over', 'request', 'restored')),
  state text not null check (state in ('blocked', 'destroying', 'done', 'taken_back')),
  decided_by bigint not null references users,
  decided_at timestamptz(3) not null default now(),
  -- Nothing is destroyed before.
  destroy_after timestamptz(3) not null,
  taken_back_by bigint references users,
  taken_back_at timestamptz(3),
  -- Resolución 839 de 2017 of Colombia: two notices, and the review for scientific or historical worth.
  needs_notices boolean not null default false,
  newspaper text check (length(newspaper) between 1 and 100),
  first_notice_on date,
  second_notice_on date,
  reviewed_on date,
  -- JSON: how many of which kind there were, and what the law keeps until when.
  counts text not null default '[]',
  kept text not null default '[]',
  destroyed_at timestamptz(3),
  -- Keyed digests, so that somebody who is imported again is recognised; nobody can be read out of them.
  document_digest bytea check (length(document_digest) = 32),
  person_digest bytea check (length(person_digest) = 32),
  primary key (practice_id, id),
  constraint erasures_taken_back check (
    (state = 'taken_back') = (taken_back_at is not null) and (taken_back_at is null) = (taken_back_by is null)),
  constraint erasures_done check ((state = 'done') = (destroyed_at is not null)),
  constraint erasures_notices check (
    (first_notice_on is null) = (newspaper is null) and (second_notice_on is null or first_notice_on is not null))
);
-- One that goes on, or is over, for a whole file.
create unique index erasures_whole_key on erasures (practice_id, patient_id) where scope = 'whole' and state <> 'taken_back';
create index erasures_newest on erasures (practice_id, decided_at desc, id desc);
create index erasures_by_document on erasures (practice_id, document_digest) where document_digest is not null;
create index erasures_by_person on erasures (practice_id, person_digest) where person_digest is not null;

-- Bytes that go with a file: named before their rows go, and removed one by one.
create table erasure_bytes (
  practice_id bigint not null,
  erasure_id bigint not null,
  storage_key text not null,
  -- What the file store calls an upload that never became a file.
  store_upload text,
  primary key (practice_id, erasure_id, storage_key),
  foreign key (practice_id, erasure_id) references erasures (practice_id, id)
);

-- What stays of seals whose signature or withdrawal was erased: their place in the chain of the practice. `mac` is made
-- over it with the key of seals, after the seal itself was verified.
create table erased_seals (
  practice_id bigint not null references practices,
  sequence integer not null check (sequence > 0),
  -- Null of a withdrawal.
  seal_id seal_id,
  key_id text not null,
  previous mac not null,
  seal mac not null,
  erased_at timestamptz(3) not null,
  mac mac not null,
  primary key (practice_id, sequence)
);
create index erased_seals_by_seal on erased_seals (seal_id) where seal_id is not null;

-- A row of the trail whose detail was erased says so: made with the key of the trail over the row as it is now, the link
-- in front of it and its own.
alter table audit_events add column erased_mac bytea check (length(erased_mac) = 32);
-- Records that go are looked for among papers.
create index issued_papers_of_record on issued_papers (practice_id, record_id) where record_id is not null;
alter table issued_papers add column erased_at timestamptz(3),
  drop constraint issued_papers_scope_check,
  add constraint issued_papers_scope_check
    check (scope in ('file', 'case', 'record', 'receipt', 'attendance', 'erasure'));

do $$
declare
  tenant text;
begin
  foreach tenant in array array['erasures', 'erasure_bytes', 'erased_seals'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;
grant select, insert on erasures, erased_seals to {app_role};
grant update (state, destroy_after, taken_back_by, taken_back_at, newspaper, first_notice_on, second_notice_on, reviewed_on,
  counts, kept, destroyed_at) on erasures to {app_role};
grant select, insert, delete on erasure_bytes to {app_role};

-- The functions below are the owner's, who is bound by row-level security as well.
do $$
declare
  erased text;
begin
  foreach erased in array array['patients', 'patient_versions', 'patient_holds', 'patient_copies', 'records', 'record_versions',
    'record_addenda', 'session_numbers_left', 'drafts', 'files', 'uploads', 'issued_papers', 'signatures',
    'signature_withdrawals', 'consent_withdrawals', 'appointments', 'appointment_versions', 'appointment_undos',
    'appointment_mails', 'appointment_courses', 'appointment_series', 'wait_list', 'wait_list_versions', 'session_packages',
    'session_package_versions', 'session_package_patients', 'session_package_uses', 'session_package_movements', 'receipts',
    'imports', 'import_rows', 'imported_patients', 'imported_items', 'audit_events', 'seal_anchors'] loop
    execute format('create policy %I on %I to %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', erased || '_erased', erased, current_user);
  end loop;
end $$;

-- Whether an erasure of a patient is to be carried out now, which nothing else of these functions does anything without:
-- a person decided it, its day came, and no hold stands.
create function may_erase(erasure bigint) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint;
begin
  select e.patient_id into whom from public.erasures e
  where e.practice_id = practice and e.id = erasure and e.state = 'destroying' and e.destroy_after <= now() for update;
  if whom is null then
    return null;
  end if;
  perform 1 from public.patients p where p.practice_id = practice and p.id = whom for update;
  if exists (select from public.patient_holds h
    where h.practice_id = practice and h.patient_id = whom and h.lifted_at is null) then
    return null;
  end if;
  return whom;
end $$;
revoke all on function may_erase from public;
grant execute on function may_erase to {app_role};

-- What no law keeps, of a file that stays: wishes, drafts, mails, what it was imported from, contact data and picture.
create function erase_optional(erasure bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure);
  gone bigint[];
begin
  if whom is null then
    return false;
  end if;
  insert into public.erasure_bytes (practice_id, erasure_id, storage_key)
  select practice, erasure, key from (
    select p.profile_image_key || size as key from public.patients p, unnest(array['_thumb.webp', '_hires.webp']) size
    where p.practice_id = practice and p.id = whom and p.profile_image_key is not null
    union
    select i.storage_key from public.imports i where i.practice_id = practice and i.storage_key is not null
      and i.state in ('done', 'undone', 'failed') and exists (select from public.import_rows r
        where r.practice_id = practice and r.import_id = i.id and r.patient_id = whom)
  ) bytes on conflict do nothing;
  update public.imports i set storage_key = null,
    matching = (i.matching::jsonb || jsonb_build_object('preview', '[]'::jsonb, 'columns', (
      select coalesce(jsonb_agg(one || '{"samples": []}'::jsonb order by place), '[]'::jsonb)
      from jsonb_array_elements(i.matching::jsonb->'columns') with ordinality as c (one, place))))::text
  where i.practice_id = practice and i.storage_key in (
    select b.storage_key from public.erasure_bytes b where b.practice_id = practice and b.erasure_id = erasure);
  update public.import_rows set cells = '[]', patient = null, faults = '[]', hints = '[]', name = '', external_id = '',
    file_id = null, social_key = null, name_key = null, birth_date = null, item = null, patient_ref = null, found = '[]',
    gone_name = null, start_at = null, end_at = null
  where practice_id = practice and patient_id = whom;
  delete from public.imported_patients where practice_id = practice and patient_id = whom;
  select coalesce(array_agg(id), '{}') into gone from public.wait_list where practice_id = practice and patient_id = whom;
  delete from public.wait_list_versions where practice_id = practice and wait_list_id = any(gone);
  delete from public.wait_list where practice_id = practice and id = any(gone);
  delete from public.drafts where practice_id = practice and patient_id = whom;
  delete from public.appointment_mails where practice_id = practice and patient_id = whom;
  -- What the patient was called and where they lived before; a version of what stays is kept by the application.
  delete from public.patient_versions where practice_id = practice and patient_id = whom;
  update public.patients set phone = null, mobile = null, email = null, address = null, note = null, language = null,
    mail_reminders = false, profile_image_key = null, version = version + 1, updated_at = now()
  where practice_id = practice and id = whom;
  return true;
end $$;
revoke all on function erase_optional from public;
grant execute on function erase_optional to {app_role};

-- The whole file. Receipts stay as long as tax law keeps them: those issued before the given day lose whom they name.
create function erase_file(erasure bigint, receipts_before date) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure);
  entries bigint[];
  visits bigint[];
  series bigint[];
  owned bigint[];
begin
  if whom is null or not public.erase_optional(erasure) then
    return false;
  end if;
  if exists (select from public.signatures s where s.practice_id = practice and s.patient_id = whom and not exists (
      select from public.erased_seals e where e.practice_id = practice and e.sequence = s.sequence and e.seal = s.seal)) then
    raise exception 'a seal of the file has no link that stays';
  end if;
  select coalesce(array_agg(id), '{}') into entries from public.records
    where practice_id = practice and patient_id = whom;
  select coalesce(array_agg(id), '{}'), coalesce(array_agg(distinct series_id) filter (where series_id is not null), '{}')
    into visits, series from public.appointments where practice_id = practice and patient_id = whom;

  insert into public.erasure_bytes (practice_id, erasure_id, storage_key, store_upload)
  select practice, erasure, key, upload from (
    select storage_key as key, null as upload from public.files where practice_id = practice and patient_id = whom
    union select storage_key, store_upload from public.uploads where practice_id = practice and patient_id = whom
    union select storage_key, null from public.issued_papers where practice_id = practice and patient_id = whom
    union select storage_key, null from public.patient_copies
      where practice_id = practice and patient_id = whom and storage_key is not null
  ) bytes on conflict do nothing;

  -- Packages: one that serves others too goes on as theirs, its ledger without the patient.
  delete from public.session_package_uses where practice_id = practice and patient_id = whom;
  update public.session_package_movements set patient_id = null, record_id = null, appointment_id = null,
    occurred_at = null, reason = null
  where practice_id = practice and patient_id = whom;
  delete from public.session_package_versions v using public.session_package_patients s
  where v.practice_id = practice and s.practice_id = practice and s.package_id = v.package_id and s.patient_id = whom;
  update public.session_packages p set patient_id = s.other, notes = null from (
    select package_id, min(patient_id) as other from public.session_package_patients
    where practice_id = practice and patient_id <> whom group by package_id) s
  where p.practice_id = practice and p.patient_id = whom and s.package_id = p.id;
  select coalesce(array_agg(id), '{}') into owned from public.session_packages
    where practice_id = practice and patient_id = whom;
  delete from public.imported_items i where i.practice_id = practice and (
    i.kind = 'appointments' and i.item_id = any(visits) or i.kind = 'packages' and i.item_id = any(owned)
    or i.kind = 'notes' and i.item_id = any(entries));
  update public.receipts set package_id = null, appointment_id = null
  where practice_id = practice and (patient_id = whom or package_id = any(owned));
  update public.appointment_series s set course_id = null from public.appointment_courses c
  where s.practice_id = practice and c.practice_id = practice and c.id = s.course_id and c.patient_id = whom;
  delete from public.appointment_courses where practice_id = practice and patient_id = whom;
  delete from public.session_package_movements where practice_id = practice and package_id = any(owned);
  delete from public.session_package_versions where practice_id = practice and package_id = any(owned);
  delete from public.session_package_uses where practice_id = practice and package_id = any(owned);
  delete from public.session_package_patients where practice_id = practice
    and (package_id = any(owned) or patient_id = whom);
  delete from public.session_packages where practice_id = practice and id = any(owned);

  -- Visits: the hour of the practitioner stays, of nobody. What was said of them goes, also where another patient has it.
  delete from public.appointment_versions where practice_id = practice
    and (appointment_id = any(visits) or body like '%"patientId":' || whom || ',%');
  delete from public.appointment_undos where practice_id = practice
    and jsonb_path_exists(appointments, '$.** ? (@ == $patient)', jsonb_build_object('patient', whom));
  update public.appointments set patient_id = null, patient_wire_name = null, title = null, note = null,
    patient_note = null, cancel_reason = null, overlap_reason = null, series_id = null, occurs_on = null, parent = null,
    every = null, until = null, detached = false, blocked = false, version = version + 1, updated_at = now()
  where practice_id = practice and id = any(visits);
  delete from public.appointment_series s where s.practice_id = practice and s.id = any(series)
    and not exists (select from public.appointments a where a.practice_id = practice and a.series_id = s.id);

  -- Records with everything that hangs on them. Papers stay as what proves them, and say nothing.
  delete from public.consent_withdrawals where practice_id = practice and patient_id = whom;
  delete from public.signature_withdrawals w using public.signatures s
  where w.practice_id = practice and s.practice_id = practice and s.id = w.signature_id and s.patient_id = whom;
  delete from public.signatures where practice_id = practice and patient_id = whom;
  update public.issued_papers set record_id = null, records = '[]', erased_at = coalesce(erased_at, now())
  where practice_id = practice and patient_id = whom and scope not in ('receipt', 'erasure');
  delete from public.session_numbers_left where practice_id = practice and record_id = any(entries);
  delete from public.uploads where practice_id = practice and patient_id = whom;
  delete from public.files where practice_id = practice and patient_id = whom;
  delete from public.record_addenda where practice_id = practice and record_id = any(entries);
  delete from public.record_versions where practice_id = practice and record_id = any(entries);
  delete from public.records where practice_id = practice and patient_id = whom;

  update public.receipts set payer = '{"name":"—","taxId":null,"address":null}', notes = null,
    reason = case when reason is null then null else '—' end,
    lines = (select json_agg(json_build_object('description', '—', 'quantity', line->'quantity',
      'unitMinor', line->'unitMinor')) from json_array_elements(lines) line)
  where practice_id = practice and patient_id = whom and issued_on < receipts_before;

  delete from public.patient_copies where practice_id = practice and patient_id = whom;
  delete from public.patient_holds where practice_id = practice and patient_id = whom;
  -- What receipts, papers and rows of the trail refer to stays, and is nobody.
  update public.patients set uid = gen_random_uuid(), first_name = '—', last_name = '—', file_id = 'erased-' || id,
    birth_date = null, social_id = null, clinic_summary = null, last_control = null, unlocked_until = null,
    last_unlocked_at = null, last_locked_at = null, archive_reason = null, created_at = now()
  where practice_id = practice and id = whom;
  return true;
end $$;
revoke all on function erase_file from public;
grant execute on function erase_file to {app_role};

-- Empties the detail of rows of the trail, which is all of them that may name anybody, and says so.
create function erase_details(erasure bigint, rows json) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure);
  emptied integer;
begin
  if whom is null then
    return 0;
  end if;
  update public.audit_events e set detail = '{}', erased_mac = decode(r.mac, 'hex')
  from json_to_recordset(rows) as r (strand smallint, seq bigint, mac text)
  where e.practice_id = practice and e.strand = r.strand and e.seq = r.seq and e.patient_id = whom
    and e.erased_mac is null;
  get diagnostics emptied = row_count;
  return emptied;
end $$;
revoke all on function erase_details from public;
grant execute on function erase_details to {app_role};

-- Where a secret was lost, a digest speaks for its seals: it is made anew over what stays, by who verified the former one.
create function anchor_seals_again(erasure bigint, through integer, digest bytea, name text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if public.may_erase(erasure) is null then
    return false;
  end if;
  update public.seal_anchors set content = digest, key_id = name
  where practice_id = current_setting('app.practice_id')::bigint and sequence = through;
  return found;
end $$;
revoke all on function anchor_seals_again from public;
grant execute on function anchor_seals_again to {app_role};

-- Whoever holds a paper asks for a seal without being of any practice: erased ones are found as well.
do $$ begin
  execute format('create policy erased_seals_by_seal on erased_seals for select to %I using (true)', current_user);
end $$;
create or replace function practice_of_seal(sought text) returns bigint
language sql stable security definer set search_path = ''
begin atomic
  select practice_id from (
    select practice_id from public.signatures where seal_id = sought
    union all select practice_id from public.erased_seals where seal_id = sought) found
  order by practice_id limit 1;
end;
