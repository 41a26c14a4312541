-- Beside older processes: what is new is called by none of them, and what is replaced answers as before.
-- What a distributed database takes of a statement (docs/decisions/0075-distributed-engine.md): what makes JSON of columns as a function
-- of them alone, and the practice by value in what deletes its rows.

-- An object of one property.
create function json_of(name text, value anyelement) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return jsonb_build_object(name, value);
end $$;

-- What is said of a row of an import, as it is kept: a list of one remark.
create function remark(field text, key text, params jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return json_build_array(json_build_object('field', field, 'key', key, 'params', params))::text;
end $$;

-- How columns were matched, without what stood in them.
create function without_samples(matching text) returns text language plpgsql immutable parallel safe as $$
begin
  return (matching::jsonb || jsonb_build_object('preview', '[]'::jsonb, 'columns', (
    select coalesce(jsonb_agg(one || '{"samples": []}'::jsonb order by place), '[]'::jsonb)
    from jsonb_array_elements(matching::jsonb->'columns') with ordinality as c (one, place))))::text;
end $$;

-- Lines of a receipt without what they say of whom it was for.
create function without_descriptions(lines json) returns json language plpgsql immutable parallel safe as $$
begin
  return (select json_agg(json_build_object('description', '—', 'quantity', line->'quantity',
    'unitMinor', line->'unitMinor')) from json_array_elements(lines) line);
end $$;

-- 0072, without a query inside another: a distributed database that gives such a one up in the middle sends no function to where its
-- rows lie any more, over that connection (Citus 13.2.2).
create or replace function practice_of_seal(sought text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  standing bigint;
  erased bigint;
begin
  select min(practice_id) into standing from public.signatures where seal_id = sought;
  select min(practice_id) into erased from public.erased_seals where seal_id = sought;
  return least(standing, erased);
end $$;

-- 0054
create or replace function erase_optional(erasure bigint, alias bigint default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure, alias);
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
    -- A picture that a merge put another one in the place of.
    select (m.contact::json->'profile_image_key'->>'before') || size from public.patient_merges m,
      unnest(array['_thumb.webp', '_hires.webp']) size
    where m.practice_id = practice and m.patient_id = whom and m.contact::json->'profile_image_key'->>'before' is not null
    union
    select i.storage_key from public.imports i where i.practice_id = practice and i.storage_key is not null
      and i.state in ('done', 'undone', 'failed') and exists (select from public.import_rows r
        where r.practice_id = practice and r.import_id = i.id and r.patient_id = whom)
  ) bytes on conflict do nothing;
  update public.imports i set storage_key = null,
    matching = public.without_samples(i.matching)
  -- One that arrived with its practice has no file any more, and still shows what its columns held.
  where i.practice_id = practice and i.state in ('done', 'undone', 'failed')
    and exists (select from public.import_rows r
      where r.practice_id = practice and r.import_id = i.id and r.patient_id = whom);
  update public.import_rows set cells = '[]', patient = null, faults = '[]', hints = '[]', name = '', external_id = '',
    file_id = null, social_key = null, name_key = null, birth_date = null, item = null, patient_ref = null, found = '[]',
    gone_name = null, start_at = null, end_at = null
  where practice_id = practice and patient_id = whom;
  select coalesce(array_agg(id), '{}') into gone from public.wait_list where practice_id = practice and patient_id = whom;
  delete from public.wait_list_versions where practice_id = practice and wait_list_id = any(gone);
  delete from public.wait_list where practice_id = practice and id = any(gone);
  delete from public.drafts where practice_id = practice and patient_id = whom;
  delete from public.appointment_mails where practice_id = practice and patient_id = whom;
  -- What the patient was called and where they lived before; a version of what stays is kept by the application.
  delete from public.patient_versions where practice_id = practice and patient_id = whom;
  -- What a merge changed of the contact data can be put back no more; that of an alias goes with whom it became.
  update public.patient_merges set contact = '{}' where practice_id = practice and patient_id = whom;
  update public.patients set phone = null, mobile = null, email = null, address = null, note = null, language = null,
    mail_reminders = false, profile_image_key = null, version = version + 1, updated_at = now()
  where practice_id = practice and id = whom;
  return true;
end $$;

-- The whole file. Receipts stay as long as tax law keeps them: those issued before the given day lose whom they name.
-- Aliases go first, since they are found by the patient.
create or replace function erase_file_but_hand_overs(erasure bigint, receipts_before date, alias bigint default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure, alias);
  entries bigint[];
  visits bigint[];
  series bigint[];
  owned bigint[];
  nobody constant uuid := gen_random_uuid();
begin
  if whom is null or not public.erase_optional(erasure, alias) then
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
  update public.issued_papers set record_id = null, records = '[]', erased_at = public.either(erased_at, now())
  where practice_id = practice and patient_id = whom and scope not in ('receipt', 'erasure');
  delete from public.session_numbers_left where practice_id = practice and record_id = any(entries);
  delete from public.uploads where practice_id = practice and patient_id = whom;
  delete from public.files where practice_id = practice and patient_id = whom;
  delete from public.record_addenda where practice_id = practice and record_id = any(entries);
  delete from public.record_versions where practice_id = practice and record_id = any(entries);
  delete from public.records where practice_id = practice and patient_id = whom;

  update public.receipts set payer = '{"name":"—","taxId":null,"address":null}', notes = null,
    reason = case when reason is null then null else '—' end,
    lines = public.without_descriptions(lines)
  where practice_id = practice and patient_id = whom and issued_on < receipts_before;

  -- Of a file that stays it says which one it is: without it the same import would register them once more.
  delete from public.imported_patients where practice_id = practice and patient_id = whom;
  delete from public.patient_copies where practice_id = practice and patient_id = whom;
  delete from public.patient_holds where practice_id = practice and patient_id = whom;
  if alias is null then
    delete from public.patient_merge_rows r using public.patient_merges m where r.practice_id = practice
      and m.practice_id = practice and m.id = r.merge_id and (m.patient_id = whom or exists (
        select from public.patient_aliases x where x.practice_id = practice and x.patient_id = whom
          and x.alias_id in (m.patient_id, m.alias_id)));
    delete from public.patient_merges m where m.practice_id = practice and (whom in (m.patient_id, m.alias_id) or exists (
      select from public.patient_aliases x where x.practice_id = practice and x.patient_id = whom
        and x.alias_id in (m.patient_id, m.alias_id)));
    -- Receipts that tax law keeps longer are found by it later.
    update public.patient_aliases set file_id = 'erased-' || alias_id where practice_id = practice and patient_id = whom;
  end if;
  -- What receipts, papers and rows of the trail refer to stays, and is nobody.
  update public.patients set uid = nobody, first_name = '—', last_name = '—', file_id = 'erased-' || id,
    birth_date = null, social_id = null, clinic_summary = null, last_control = null, unlocked_until = null,
    last_unlocked_at = null, last_locked_at = null, archive_reason = null, created_at = now()
  where practice_id = practice and id = whom;
  return true;
end $$;

-- 0067: empties the detail of rows of the trail, which is all of them that may name anybody, and says so.
create or replace function erase_details(erasure bigint, rows json, alias bigint default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure, alias);
  one record;
  link record;
  many integer;
  emptied integer := 0;
begin
  if whom is null then
    return 0;
  end if;
  for one in select r.strand, r.seq, decode(r.mac, 'hex') as mac, r.links
    from json_to_recordset(rows) as r (strand smallint, seq bigint, mac text, links json)
  loop
    update public.audit_events e set detail = '{}', erased_mac = one.mac
    where e.practice_id = practice and e.strand = one.strand and e.seq = one.seq and e.patient_id = whom
      and e.erased_mac is null;
    get diagnostics many = row_count;
    emptied := emptied + many;
    continue when many = 0;
    for link in select l."digestOf" as digest_of, decode(l.behind, 'hex') as behind, decode(l.mac, 'hex') as mac
      from json_to_recordset(one.links) as l ("digestOf" text, behind text, mac text)
    loop
      insert into public.audit_erased_links (practice_id, strand, seq, digest_of, behind, mac)
      values (practice, one.strand, one.seq, link.digest_of, link.behind, link.mac);
    end loop;
  end loop;
  return emptied;
end $$;

-- Where a secret was lost, a digest speaks for its seals: it is made anew over what stays, by who verified the former one.
create or replace function anchor_seals_again(erasure bigint, through integer, digest bytea, name text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
begin
  if public.may_erase(erasure) is null then
    return false;
  end if;
  update public.seal_anchors set content = digest, key_id = name where practice_id = practice and sequence = through;
  return found;
end $$;

-- 0055
-- Deletes up to so many rows of one table, of those that no other row refers to any more, and says which: every table that
-- names a practice, as the catalogue has them. What the certificate is signed with stays, and the practice. Nothing is
-- answered when nothing else is left.
create or replace function delete_practice_rows(deletion bigint, most integer) returns table (emptied text, gone integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  doomed bigint := public.may_delete_practice(deletion);
  waiting oid[];
  next oid;
  free text;
  many integer;
begin
  if doomed is null then
    raise exception 'nothing is to be deleted';
  end if;
  perform set_config('app.practice_id', doomed::text, true);
  select array_agg(c.oid) into waiting from pg_catalog.pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and c.relname not in ('sessions', 'practice_signing_keys') and exists (
      select from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attname = 'practice_id' and not a.attisdropped);
  while cardinality(waiting) > 0 loop
    select t into next from unnest(waiting) t where not exists (
      select from pg_catalog.pg_constraint k
      where k.contype = 'f' and k.confrelid = t and k.conrelid <> t and k.conrelid = any(waiting))
    order by t limit 1;
    if next is null then
      raise exception 'tables refer to each other in a circle: %', waiting::regclass[];
    end if;
    waiting := array_remove(waiting, next);
    -- Other rows of the table itself that refer to one go before it.
    select coalesce(string_agg(format(' and not exists (select from %s y where y.practice_id = $1 and y.ctid <> x.ctid and %s)', next::regclass, (
        select string_agg(format('y.%I = x.%I', f.attname, t.attname), ' and ')
        from unnest(k.conkey, k.confkey) as pair (own, other)
          join pg_catalog.pg_attribute f on f.attrelid = next and f.attnum = pair.own
          join pg_catalog.pg_attribute t on t.attrelid = next and t.attnum = pair.other)), ''), '')
      into free from pg_catalog.pg_constraint k where k.contype = 'f' and k.conrelid = next and k.confrelid = next;
    -- What lies on every machine goes at once: where a row stands differs from one to the next. It is never much.
    if next in ('public.memberships'::regclass, 'public.invitations'::regclass) then
      execute format('delete from %s where practice_id = $1', next::regclass) using doomed;
    else
      execute format('delete from %s where practice_id = $1 and ctid = any(array(
        select x.ctid from %s x where x.practice_id = $1%s limit $2))', next::regclass, next::regclass, free)
        using doomed, most;
    end if;
    get diagnostics many = row_count;
    if many > 0 then
      return query select next::regclass::text, many;
      return;
    end if;
    execute format('select count(*) from (select from %s where practice_id = $1 limit 1) r', next::regclass)
      into many using doomed;
    if many > 0 then
      raise exception 'rows of % refer to each other in a circle', next::regclass;
    end if;
  end loop;
end $$;

-- The key that the certificate of a deletion was signed with, once there is one. It goes in a transaction before the practice does: the end
-- of that is noted in the trail of the installation, which may lie beside it, and two roles do not change one place in one transaction.
create function delete_signing_key(deletion bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  doomed bigint := public.may_delete_practice(deletion);
begin
  if doomed is null or not exists (
      select from public.practice_deletions d where d.id = deletion and d.paper is not null) then
    return false;
  end if;
  perform set_config('app.practice_id', doomed::text, true);
  delete from public.practice_signing_keys where practice_id = doomed;
  return true;
end $$;
revoke all on function delete_signing_key from public;
grant execute on function delete_signing_key to {app_role};

-- 0055, which an older process calls without what goes before it.
create or replace function delete_practice(deletion bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  doomed bigint := public.may_delete_practice(deletion);
begin
  if doomed is null or not exists (
      select from public.practice_deletions d where d.id = deletion and d.paper is not null) then
    return false;
  end if;
  perform set_config('app.practice_id', doomed::text, true);
  if exists (select from public.practice_signing_keys where practice_id = doomed) then
    delete from public.practice_signing_keys where practice_id = doomed;
  end if;
  update public.sessions set practice_id = null, handed_over_patient = null, handed_over_record = null,
    handed_over_at = null
  where practice_id = doomed;
  delete from public.practices where id = doomed;
  return true;
end $$;
