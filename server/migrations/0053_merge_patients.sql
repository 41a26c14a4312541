-- Two files of one person become one (docs/decisions/0059-merging-files.md). What is neither signed, issued nor chained
-- follows to the file that stays, and each row that did is named, so that undoing puts back exactly those. The other
-- patient stays as an alias nobody sees; their file number is taken for ever.
alter table patients add column merged_at timestamptz(3);
drop policy patients_of_practice on patients;
create policy patients_of_practice on patients
  using (practice_id = current_setting('app.practice_id')::bigint
    and (blocked_at is null and merged_at is null or current_setting('app.sees_blocked', true) = 'on'))
  with check (practice_id = current_setting('app.practice_id')::bigint);

-- Where what named another patient leads to. One step always: what is merged on takes its aliases along.
create table patient_aliases (
  practice_id bigint not null,
  alias_id bigint not null,
  patient_id bigint not null,
  -- The number of the alias's file.
  file_id text not null,
  primary key (practice_id, alias_id),
  constraint patient_aliases_alias_fkey foreign key (practice_id, alias_id) references patients (practice_id, id),
  constraint patient_aliases_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id),
  constraint patient_aliases_other check (alias_id <> patient_id)
);
create index patient_aliases_of_patient on patient_aliases (practice_id, patient_id, alias_id);

create table patient_merges (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- Whose file stays, and who became an alias. One of them may be deleted once it is undone, so nothing refers.
  patient_id bigint not null,
  alias_id bigint not null,
  state text not null default 'merging' check (state in ('merging', 'merged', 'undone')),
  reason text not null check (length(reason) between 1 and 200),
  merged_by bigint not null references users,
  merged_at timestamptz(3) not null default now(),
  undone_by bigint references users,
  undone_at timestamptz(3),
  -- JSON: which columns of the patient it changed, what they were and what they became.
  contact text not null default '{}',
  -- The medical histories of both, where both had one, and the one that was written out of them.
  kept_history_id bigint,
  alias_history_id bigint,
  history_id bigint,
  primary key (practice_id, id),
  constraint patient_merges_other check (alias_id <> patient_id),
  constraint patient_merges_undone check (
    (state = 'undone') = (undone_at is not null) and (undone_at is null or undone_by is not null))
);
create index patient_merges_of_patient on patient_merges (practice_id, patient_id, id desc);

-- What followed: the rows of a table by their id. `key` is what else names one (of drafts), `former` what it was before.
create table patient_merge_rows (
  practice_id bigint not null,
  merge_id bigint not null,
  place text not null,
  row_id bigint not null,
  key text not null default '',
  former text,
  primary key (practice_id, merge_id, place, row_id, key),
  foreign key (practice_id, merge_id) references patient_merges (practice_id, id)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['patient_aliases', 'patient_merges', 'patient_merge_rows'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;
grant select on patient_aliases, patient_merges, patient_merge_rows to {app_role};
grant insert (practice_id, patient_id, alias_id, reason, merged_by) on patient_merges to {app_role};
grant update (contact, history_id, undone_by) on patient_merges to {app_role};

-- A medical history that became part of another one. It says what it said, signed or not, and is not the one that counts.
alter table records add column former boolean not null default false,
  add constraint records_former check (not former or type = 'med_hist');
drop index records_medical_history_key;
create unique index records_medical_history_key on records (practice_id, patient_id)
  where type = 'med_hist' and voided_at is null and not former;

-- A seal is over the patient it was signed for, so that row never changes; its record may stand in another file by now.
alter table signatures no force row level security;
alter table records no force row level security;
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
  where conrelid = 'signatures'::regclass and contype = 'f' and confrelid = 'records'::regclass;
  execute format('alter table signatures drop constraint %I', name);
end $$;
alter table signatures add constraint signatures_record_fkey
  foreign key (practice_id, record_id) references records (practice_id, id);
alter table signatures force row level security;
alter table records force row level security;

-- That a note which was brought in only changes by being voided binds the application; where it stands may change.
drop policy records_of_imports_stay on records;
create policy records_of_imports_stay on records as restrictive for update to {app_role}
  using (true) with check (class_id <> 'imported_note' or voided_at is not null);

-- What was signed, withdrawn, issued or handed out in a file since it was merged, counted by kind.
create function sealed_since_merge(merge bigint) returns table (kind text, count integer)
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
    union all select 'erasures', (select count(*)::int from public.erasures e, m
      where e.practice_id = m.practice_id and e.patient_id = m.whom and e.id > m.id and e.state <> 'taken_back')
  ) sealed where sealed.count > 0
$$;
revoke all on function sealed_since_merge from public;
grant execute on function sealed_since_merge to {app_role};

-- Carries out a merge that the application wrote down; answers how many rows followed, null where it may not be.
create function merge_files(merge bigint) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  kept bigint;
  gone bigint;
  kept_history bigint;
  gone_history bigint;
  followed integer;
begin
  select m.patient_id, m.alias_id into kept, gone from public.patient_merges m
  where m.practice_id = practice and m.id = merge and m.state = 'merging' for update;
  perform 1 from public.patients p where p.practice_id = practice and p.id in (kept, gone) order by p.id for update;
  if (select count(*) from public.patients p where p.practice_id = practice and p.id in (kept, gone)
      and p.archived_at is null and p.blocked_at is null and p.merged_at is null and p.unlocked_until > now()) <> 2 then
    return null;
  end if;

  -- One history counts; the one that is written out of both takes their place in the same transaction.
  select r.id into kept_history from public.records r
    where r.practice_id = practice and r.patient_id = kept and r.type = 'med_hist' and r.voided_at is null and not r.former;
  select r.id into gone_history from public.records r
    where r.practice_id = practice and r.patient_id = gone and r.type = 'med_hist' and r.voided_at is null and not r.former;
  if kept_history is not null and gone_history is not null then
    update public.records set former = true where practice_id = practice and id in (kept_history, gone_history);
  else
    kept_history := null;
    gone_history := null;
  end if;

  -- One statement: what refers to each other by patient is looked at when all of it has moved.
  with entries as (
    update public.records set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), uploaded as (
    update public.files set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), coming as (
    update public.uploads set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), withdrawn as (
    update public.consent_withdrawals set patient_id = kept where practice_id = practice and patient_id = gone
    returning record_id
  ), planned as (
    update public.appointment_courses set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), visits as (
    update public.appointments set patient_id = kept, patient_wire_name = (
      select p.wire_name from public.patients p where p.practice_id = practice and p.id = kept)
    where practice_id = practice and patient_id = gone returning id
  ), mails as (
    update public.appointment_mails set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), waiting as (
    update public.wait_list set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), bought as (
    update public.session_packages set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), both_served as (
    delete from public.session_package_patients s where s.practice_id = practice and s.patient_id = gone
      and exists (select from public.session_package_patients o
        where o.practice_id = practice and o.package_id = s.package_id and o.patient_id = kept)
    returning s.package_id
  ), served as (
    update public.session_package_patients s set patient_id = kept where s.practice_id = practice and s.patient_id = gone
      and not exists (select from public.session_package_patients o
        where o.practice_id = practice and o.package_id = s.package_id and o.patient_id = kept)
    returning s.package_id
  ), used as (
    update public.session_package_uses set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), moved as (
    update public.session_package_movements set patient_id = kept where practice_id = practice and patient_id = gone
    returning id
  ), held as (
    update public.patient_holds set patient_id = kept where practice_id = practice and patient_id = gone returning id
  ), typed as (
    -- A text of the same form stands beside the one that is there, as a copy.
    update public.drafts d set patient_id = kept, key = n.key from (
      select t.user_id, t.key as former, case when exists (select from public.drafts o where o.practice_id = practice
          and o.patient_id = kept and o.user_id = t.user_id and o.key = t.key)
        then regexp_replace(t.key, ':copy:[0-9a-f]{8}$', '') || ':copy:' || substr(md5(random()::text), 1, 8)
        else t.key end as key
      from public.drafts t where t.practice_id = practice and t.patient_id = gone) n
    where d.practice_id = practice and d.patient_id = gone and d.user_id = n.user_id and d.key = n.former
    returning d.user_id, d.key, n.former
  ), imported as (
    update public.imported_patients set patient_id = kept where practice_id = practice and patient_id = gone
    returning source, external_id
  ), aliases as (
    update public.patient_aliases set patient_id = kept where practice_id = practice and patient_id = gone
    returning alias_id
  )
  insert into public.patient_merge_rows (practice_id, merge_id, place, row_id, key, former)
  select practice, merge, f.place, f.row_id, f.key, f.former from (
    select 'records' as place, id as row_id, '' as key, null::text as former from entries
    union all select 'files', id, '', null from uploaded
    union all select 'uploads', id, '', null from coming
    union all select 'consent_withdrawals', record_id, '', null from withdrawn
    union all select 'appointment_courses', id, '', null from planned
    union all select 'appointments', id, '', null from visits
    union all select 'appointment_mails', id, '', null from mails
    union all select 'wait_list', id, '', null from waiting
    union all select 'session_packages', id, '', null from bought
    union all select 'session_package_patients', package_id, 'both', null from both_served
    union all select 'session_package_patients', package_id, '', null from served
    union all select 'session_package_uses', id, '', null from used
    union all select 'session_package_movements', id, '', null from moved
    union all select 'patient_holds', id, '', null from held
    union all select 'drafts', user_id, key, typed.former from typed
    union all select 'imported_patients', 0, source || E'\n' || external_id, null from imported
    union all select 'patient_aliases', alias_id, '', null from aliases
  ) f;
  get diagnostics followed = row_count;

  insert into public.patient_aliases (practice_id, alias_id, patient_id, file_id)
  select practice, p.id, kept, p.file_id from public.patients p where p.practice_id = practice and p.id = gone;
  update public.patients set merged_at = now() where practice_id = practice and id = gone;
  -- What the agenda could put back names whose visit it was.
  delete from public.appointment_undos where practice_id = practice
    and jsonb_path_exists(appointments, '$.** ? (@ == $patient)', jsonb_build_object('patient', gone));
  update public.patient_merges set state = 'merged', kept_history_id = kept_history, alias_history_id = gone_history
  where practice_id = practice and id = merge;
  return followed;
end $$;
revoke all on function merge_files from public;
grant execute on function merge_files to {app_role};

-- Puts back exactly what followed, with what hangs on it by now; what was written since stays. Null where it may not be:
-- something was sealed since, or a later merge stands on this one.
create function unmerge_files(merge bigint) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  kept bigint;
  gone bigint;
  kept_history bigint;
  gone_history bigint;
  joint_history bigint;
  entries bigint[];
  visits bigint[];
  packages bigint[];
  put_back integer;
begin
  select m.patient_id, m.alias_id, m.kept_history_id, m.alias_history_id, m.history_id
  into kept, gone, kept_history, gone_history, joint_history from public.patient_merges m
  where m.practice_id = practice and m.id = merge and m.state = 'merged' and m.undone_by is not null for update;
  perform 1 from public.patients p where p.practice_id = practice and p.id in (kept, gone) order by p.id for update;
  if not exists (select from public.patients p where p.practice_id = practice and p.id = kept
      and p.archived_at is null and p.blocked_at is null and p.merged_at is null and p.unlocked_until > now())
    or exists (select from public.sealed_since_merge(merge))
    or exists (select from public.patient_merges o where o.practice_id = practice and o.patient_id = kept and o.id > merge
      and o.state = 'merged') then
    return null;
  end if;

  -- The history that was written out of both goes as long as nobody wrote in it since; else it is what was written since.
  if joint_history is not null then
    delete from public.record_versions v using public.records r
    where v.practice_id = practice and v.record_id = joint_history and r.practice_id = practice and r.id = joint_history
      and r.version = 1 and not r.signed and r.voided_at is null
      and not exists (select from public.record_addenda a where a.practice_id = practice and a.record_id = r.id);
    if found then
      delete from public.records where practice_id = practice and id = joint_history;
    end if;
    update public.records r set former = false where r.practice_id = practice and r.id = kept_history
      and (r.voided_at is not null or not exists (select from public.records o where o.practice_id = practice
        and o.patient_id = kept and o.type = 'med_hist' and o.voided_at is null and not o.former));
  end if;

  select coalesce(array_agg(r.id), '{}') into entries from public.records r
  where r.practice_id = practice and r.patient_id = kept and exists (
    select from public.patient_merge_rows l where l.practice_id = practice and l.merge_id = merge and l.place = 'records'
      -- A follow-up goes with its case, in whichever file it was written.
      and l.row_id = coalesce(r.case_id, r.id));
  with followed as (
    select a.id, a.series_id from public.patient_merge_rows l
    join public.appointments a on a.practice_id = practice and a.id = l.row_id
    where l.practice_id = practice and l.merge_id = merge and l.place = 'appointments' and a.patient_id = kept
  )
  select coalesce(array_agg(a.id), '{}') into visits from public.appointments a
  where a.practice_id = practice and a.patient_id = kept
    and (a.id in (select id from followed) or a.series_id in (select series_id from followed));

  -- Whom a package serves: the other one again, where they had it and where sessions of theirs are counted.
  select coalesce(array_agg(distinct id), '{}') into packages from (
    select row_id as id from public.patient_merge_rows
    where practice_id = practice and merge_id = merge and place = 'session_package_patients'
    union select u.package_id from public.session_package_uses u where u.practice_id = practice and u.patient_id = kept
      and (u.record_id = any(entries) or u.record_id is null and u.appointment_id = any(visits))
  ) theirs where exists (select from public.session_packages s where s.practice_id = practice and s.id = theirs.id);
  insert into public.session_package_patients (practice_id, package_id, patient_id)
  select practice, one, gone from unnest(packages) one on conflict do nothing;

  with back as (
    update public.records set patient_id = gone, former = former and id is distinct from gone_history
    where practice_id = practice and id = any(entries) returning 1
  ), uploaded as (
    update public.files set patient_id = gone where practice_id = practice and record_id = any(entries) returning 1
  ), coming as (
    update public.uploads set patient_id = gone where practice_id = practice and record_id = any(entries) returning 1
  ), withdrawn as (
    update public.consent_withdrawals set patient_id = gone where practice_id = practice and record_id = any(entries)
    returning 1
  ), planned as (
    update public.appointment_courses set patient_id = gone where practice_id = practice and case_id = any(entries)
    returning 1
  ), used as (
    update public.session_package_uses u set patient_id = gone where u.practice_id = practice and u.patient_id = kept
      -- Whose session it is, the record says where there is one.
      and (u.record_id = any(entries) or u.record_id is null and (u.appointment_id = any(visits) or exists (
        select from public.patient_merge_rows l where l.practice_id = practice and l.merge_id = merge
          and l.place = 'session_package_uses' and l.row_id = u.id))) returning 1
  ), moved as (
    update public.session_package_movements m set patient_id = gone where m.practice_id = practice and m.patient_id = kept
      and (m.record_id = any(entries) or m.record_id is null and m.appointment_id = any(visits) or exists (
        select from public.patient_merge_rows l where l.practice_id = practice and l.merge_id = merge
          and l.place = 'session_package_movements' and l.row_id = m.id)) returning 1
  ), came as (
    update public.appointments set patient_id = gone, patient_wire_name = (
      select p.wire_name from public.patients p where p.practice_id = practice and p.id = gone)
    where practice_id = practice and id = any(visits) returning 1
  ), mails as (
    update public.appointment_mails m set patient_id = gone where m.practice_id = practice and m.patient_id = kept
      and (m.appointment_id = any(visits) or exists (
        select from public.patient_merge_rows l where l.practice_id = practice and l.merge_id = merge
          and l.place = 'appointment_mails' and l.row_id = m.id)) returning 1
  ), waiting as (
    update public.wait_list w set patient_id = gone from public.patient_merge_rows l
    where l.practice_id = practice and l.merge_id = merge and l.place = 'wait_list'
      and w.practice_id = practice and w.id = l.row_id and w.patient_id = kept returning 1
  ), bought as (
    update public.session_packages s set patient_id = gone from public.patient_merge_rows l
    where l.practice_id = practice and l.merge_id = merge and l.place = 'session_packages'
      and s.practice_id = practice and s.id = l.row_id and s.patient_id = kept returning 1
  ), held as (
    update public.patient_holds h set patient_id = gone from public.patient_merge_rows l
    where l.practice_id = practice and l.merge_id = merge and l.place = 'patient_holds'
      and h.practice_id = practice and h.id = l.row_id and h.patient_id = kept returning 1
  ), imported as (
    update public.imported_patients i set patient_id = gone from public.patient_merge_rows l
    where l.practice_id = practice and l.merge_id = merge and l.place = 'imported_patients'
      and i.practice_id = practice and i.source || E'\n' || i.external_id = l.key and i.patient_id = kept returning 1
  ), aliases as (
    update public.patient_aliases x set patient_id = gone from public.patient_merge_rows l
    where l.practice_id = practice and l.merge_id = merge and l.place = 'patient_aliases'
      and x.practice_id = practice and x.alias_id = l.row_id returning 1
  ), typed as (
    update public.drafts d set patient_id = gone, key = coalesce(l.former, d.key)
    from public.drafts t left join public.patient_merge_rows l on l.practice_id = practice and l.merge_id = merge
      and l.place = 'drafts' and l.row_id = t.user_id and l.key = t.key
    where t.practice_id = practice and t.patient_id = kept
      and (l.key is not null or substring(t.key from '(?:record|addendum|case):([0-9]+)')::bigint = any(entries))
      and d.practice_id = practice and d.patient_id = kept and d.user_id = t.user_id and d.key = t.key returning 1
  )
  select count(*) into put_back from (
    select from back union all select from uploaded union all select from coming union all select from withdrawn
    union all select from planned union all select from used union all select from moved union all select from came
    union all select from mails union all select from waiting union all select from bought union all select from held
    union all select from imported union all select from aliases union all select from typed
  ) rows_put_back;

  -- A package that came along serves who stays no more, unless sessions of theirs were counted on it since.
  delete from public.session_package_patients s using public.patient_merge_rows l
  where l.practice_id = practice and l.merge_id = merge and l.place = 'session_package_patients' and l.key = ''
    and s.practice_id = practice and s.package_id = l.row_id and s.patient_id = kept
    and not exists (select from public.session_package_uses u
      where u.practice_id = practice and u.package_id = s.package_id and u.patient_id = kept);

  delete from public.patient_aliases where practice_id = practice and alias_id = gone;
  delete from public.appointment_undos where practice_id = practice
    and jsonb_path_exists(appointments, '$.** ? (@ == $patient)', jsonb_build_object('patient', kept));
  update public.patients set merged_at = null where practice_id = practice and id = gone;
  delete from public.patient_merge_rows where practice_id = practice and merge_id = merge;
  update public.patient_merges set state = 'undone', undone_at = now(), contact = '{}'
  where practice_id = practice and id = merge;
  return put_back;
end $$;
revoke all on function unmerge_files from public;
grant execute on function unmerge_files to {app_role};

-- Numbers of files of these that somebody has, also who is out of sight: they stay taken.
create function taken_file_ids(practice bigint, numbers text[]) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.file_id from public.patients p
  where p.practice_id = current_setting('app.practice_id')::bigint and p.practice_id = practice and p.file_id = any(numbers)
$$;
revoke all on function taken_file_ids from public;
grant execute on function taken_file_ids to {app_role};
