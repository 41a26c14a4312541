-- Files of patients that are handed over to another practice, and those that come from one
-- (docs/decisions/0061-hand-over-of-a-patient.md).

-- What a practice is sent files with: the private half rests encrypted with a key of the installation and never leaves. One
-- that was replaced opens what was on its way.
create table hand_over_keys (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  recipient text not null check (recipient ~ '^age1[0-9a-z]{20,100}$'),
  identity bytea not null,
  made_by bigint not null references users,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  primary key (practice_id, id)
);
create unique index hand_over_keys_present on hand_over_keys (practice_id) where retired_at is null;

-- To whom, on what ground and by whom a file was handed over. The bytes lie in the file store until they were fetched.
create table hand_overs (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  uid uuid not null,
  patient_id bigint not null,
  recipient_name text not null check (length(recipient_name) between 1 and 200),
  recipient text not null check (length(recipient) <= 100),
  ground text not null check (ground in ('request', 'agreement', 'continuity')),
  ground_note text check (length(ground_note) <= 200),
  kept_back text[] not null default '{}',
  records integer not null,
  files integer not null,
  size bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_by bigint not null references users,
  made_at timestamptz(3) not null default now(),
  storage_key text,
  ready_until timestamptz(3) not null,
  -- One link at a time leads to it, once.
  link_number integer not null default 0,
  link_by bigint references users,
  link_until timestamptz(3),
  fetched_at timestamptz(3),
  primary key (practice_id, id),
  constraint hand_overs_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id)
);
create index hand_overs_of_patient on hand_overs (practice_id, patient_id, id desc);

-- A file that came from elsewhere. What its sender signed is kept byte for byte once it was taken in: it speaks for the
-- signatures of records whose seals only the sender can prove.
create table received_hand_overs (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- As the sender names the hand-over: the same one is not taken in twice.
  uid uuid not null,
  state text not null default 'looked' check (state in ('looked', 'taken', 'undone')),
  -- The bytes as they came, encrypted, until it is decided about them.
  storage_key text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  origin text not null check (length(origin) between 1 and 2000),
  origin_practice text not null check (length(origin_practice) between 1 and 200),
  made_at timestamptz(3) not null,
  -- JSON: what stands in it, as whoever decides is told.
  preview text not null,
  manifest text not null,
  seals text not null,
  signature bytea not null,
  certificate text not null,
  patient_id bigint,
  created boolean not null default false,
  spared integer not null default 0,
  received_by bigint not null references users,
  received_at timestamptz(3) not null default now(),
  taken_by bigint references users,
  taken_at timestamptz(3),
  undone_by bigint references users,
  undone_at timestamptz(3),
  primary key (practice_id, id),
  constraint received_hand_overs_patient_fkey
    foreign key (practice_id, patient_id) references patients (practice_id, id),
  constraint received_hand_overs_taken check ((state = 'looked') = (taken_at is null) and (taken_at is null) = (taken_by is null)),
  constraint received_hand_overs_undone check ((state = 'undone') = (undone_at is not null))
);
create index received_hand_overs_newest on received_hand_overs (practice_id, id desc);
create unique index received_hand_overs_taken_key on received_hand_overs (practice_id, uid) where state = 'taken';

-- Forms that came with such files, as they were there; nobody writes with them.
create table received_forms (
  practice_id bigint not null references practices,
  class_id text not null check (class_id ~ '^handed_[0-9a-f]{16}_[a-z0-9_]{1,40}$'),
  version integer not null check (version > 0),
  body text not null,
  primary key (practice_id, class_id, version)
);

-- What a record was where it comes from.
create table received_records (
  practice_id bigint not null,
  record_id bigint not null,
  received_id bigint not null,
  -- JSON: the record, its case and its signatures as the sender told them.
  about text not null,
  primary key (practice_id, record_id),
  foreign key (practice_id, record_id) references records (practice_id, id) on delete cascade,
  foreign key (practice_id, received_id) references received_hand_overs (practice_id, id)
);
create index received_records_of_file on received_records (practice_id, received_id);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['hand_over_keys', 'hand_overs', 'received_hand_overs', 'received_forms', 'received_records']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;
grant select, insert on hand_over_keys, received_forms, received_records, hand_overs to {app_role};
grant update (identity, retired_at) on hand_over_keys to {app_role};
-- One that was replaced goes when its time is over; the present one stays.
grant delete on hand_over_keys to {app_role};
create policy hand_over_keys_present_stays on hand_over_keys as restrictive for delete to {app_role}
  using (retired_at is not null);
grant update (storage_key, link_number, link_by, link_until, fetched_at) on hand_overs to {app_role};
grant select, insert, delete on received_hand_overs to {app_role};
grant update (state, storage_key, preview, manifest, seals, patient_id, created, spared, taken_by, taken_at, undone_by,
  undone_at)
  on received_hand_overs to {app_role};

-- What was handed over says what it says: a record of such a form changes by being voided, and in no other way. Merging
-- files, which moves it, is the owner's.
create policy records_received_stay on records as restrictive for update to {app_role}
  using (true) with check (class_id not like 'handed\_%' or voided_at is not null);

-- Records are never deleted, but for those of a hand-over that is taken back which nobody has touched since; answers which
-- records and where bytes of their files lie.
create function take_back_received(received bigint) returns table (record bigint, storage_key text, kind text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice constant bigint := current_setting('app.practice_id')::bigint;
  untouched bigint[];
begin
  select coalesce(array_agg(r.id), '{}') into untouched from public.records r
  join public.received_records o on o.practice_id = r.practice_id and o.record_id = r.id
  where r.practice_id = practice and o.received_id = received and r.class_id like 'handed\_%' and r.version = 1
    and not exists (select from public.issued_papers i where i.practice_id = practice and i.record_id = r.id)
    and not exists (select from public.session_package_uses u where u.practice_id = practice and u.record_id = r.id);
  return query select f.record_id, f.storage_key::text, f.kind::text from public.files f
    where f.practice_id = practice and f.record_id = any(untouched);
  delete from public.files f where f.practice_id = practice and f.record_id = any(untouched);
  delete from public.record_addenda a where a.practice_id = practice and a.record_id = any(untouched);
  delete from public.record_versions v where v.practice_id = practice and v.record_id = any(untouched);
  delete from public.records r where r.practice_id = practice and r.id = any(untouched);
  return query select id, null::text, null::text from unnest(untouched) id;
end $$;
revoke all on function take_back_received from public;
grant execute on function take_back_received to {app_role};

-- An erasure takes along what was handed over of a patient and what came of one; the rest of it is as it was.
do $$
declare
  erased text;
begin
  foreach erased in array array['hand_overs', 'received_hand_overs', 'received_records'] loop
    execute format('create policy %I on %I to %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', erased || '_erased', erased, current_user);
  end loop;
end $$;
alter function erase_file(bigint, date, bigint) rename to erase_file_but_hand_overs;
create function erase_file(erasure bigint, receipts_before date, alias bigint default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure, alias);
begin
  if whom is null then
    return false;
  end if;
  insert into public.erasure_bytes (practice_id, erasure_id, storage_key)
  select practice, erasure, key from (
    select storage_key as key from public.hand_overs where practice_id = practice and patient_id = whom
    union select storage_key from public.received_hand_overs where practice_id = practice and patient_id = whom
  ) bytes where key is not null on conflict do nothing;
  delete from public.hand_overs where practice_id = practice and patient_id = whom;
  delete from public.received_records o using public.received_hand_overs h
  where o.practice_id = practice and h.practice_id = practice and h.id = o.received_id and h.patient_id = whom;
  delete from public.received_hand_overs where practice_id = practice and patient_id = whom;
  return public.erase_file_but_hand_overs(erasure, receipts_before, alias);
end $$;
revoke all on function erase_file from public;
revoke all on function erase_file_but_hand_overs from {app_role};
grant execute on function erase_file to {app_role};

-- A file that was handed over holds both halves, so what it was merged from comes apart no more.
create or replace function sealed_since_merge(merge bigint) returns table (kind text, count integer)
language sql stable security definer set search_path = '' as $$
  with m as (
    select m.practice_id, m.id, m.merged_at, m.patient_id as whom from public.patient_merges m
    where m.practice_id = current_setting('app.practice_id')::bigint and m.id = merge
  )
  select sealed.kind, sealed.count from (
    select 'signatures' as kind, (select count(*)::int from public.signatures s, m
      where s.practice_id = m.practice_id and s.patient_id = m.whom and s.id > m.id) as count
    union all select 'withdrawals', (select count(*)::int from public.signature_withdrawals w
      join public.signatures s on s.practice_id = w.practice_id and s.id = w.signature_id
      join m on m.practice_id = s.practice_id
      join public.records r on r.practice_id = s.practice_id and r.id = s.record_id and r.patient_id = m.whom
      where w.withdrawn_at >= m.merged_at)
    union all select 'papers', (select count(*)::int from public.issued_papers p, m
      where p.practice_id = m.practice_id and p.patient_id = m.whom and p.id > m.id)
    union all select 'receipts', (select count(*)::int from public.receipts r, m
      where r.practice_id = m.practice_id and r.patient_id = m.whom and r.id > m.id)
    union all select 'copies', (select count(*)::int from public.patient_copies c, m
      where c.practice_id = m.practice_id and c.made_at >= m.merged_at
        -- One that was asked for the other file and made of both names the other one still.
        and (c.patient_id = m.whom or exists (select from public.patient_aliases x where x.practice_id = m.practice_id
          and x.patient_id = m.whom and x.alias_id = c.patient_id)))
    union all select 'handOvers', (select count(*)::int from public.hand_overs h, m
      where h.practice_id = m.practice_id and h.patient_id = m.whom and h.id > m.id)
    union all select 'erasures', (select count(*)::int from public.erasures e, m
      where e.practice_id = m.practice_id and e.patient_id = m.whom and e.id > m.id and e.state <> 'taken_back')
  ) sealed where sealed.count > 0
$$;
