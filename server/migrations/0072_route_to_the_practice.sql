-- What one practice asks runs where its rows lie, also where the database is spread over several machines
-- (docs/decisions/0075-distributed-engine.md). Functions that act for a practice take it as their first argument: there it
-- says on which machine they run. Whose rows they touch is still said by the transaction alone.

-- Numbers of files are counted in a table of the practice, and no longer in one that all practices share.
create table file_counters (
  practice_id bigint primary key references practices,
  next_number bigint not null check (next_number > 0)
);
insert into file_counters (practice_id, next_number) select id, next_file_number from practices where next_file_number > 1;
alter table practices drop column next_file_number;
alter table file_counters enable row level security;
alter table file_counters force row level security;
create policy file_counters_of_practice on file_counters
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
do $$ begin
  execute format('create policy file_counters_deleted on file_counters to %I
    using (practice_id = current_setting(''app.practice_id'')::bigint)
    with check (practice_id = current_setting(''app.practice_id'')::bigint)', current_user);
end $$;
grant select, insert, update on file_counters to {app_role};

-- Who renames a patient renames the visits in the same transaction; the key says at its end whether that was done.
alter table patients no force row level security;
alter table appointments no force row level security;
alter table appointments
  drop constraint appointments_patient_fkey,
  add constraint appointments_patient_fkey foreign key (practice_id, patient_id, patient_wire_name)
    references patients (practice_id, id, wire_name) deferrable initially deferred;
alter table patients force row level security;
alter table appointments force row level security;

-- COALESCE and CASE for values that are not constants, such as the moment: a distributed plan knows them as functions only.
-- Not in SQL, which would be written out in their place again.
create function either(one anyelement, other anyelement) returns anyelement language plpgsql immutable parallel safe as $$
begin
  return coalesce(one, other);
end $$;
create function choose(condition boolean, one anyelement, other anyelement) returns anyelement
language plpgsql immutable parallel safe as $$
begin
  return case when condition then one else other end;
end $$;

-- iso() for what a statement returns that writes: there a distributed plan takes nothing that a session could change.
create function iso_returned(moment timestamptz) returns text language plpgsql immutable parallel safe strict as $$
begin
  return rtrim(rtrim(to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '0'), '.') || 'Z';
end $$;

-- Deferrable constraints of a practice's rows wait for the end of the transaction, or are looked at now and from now on.
create function defer_constraints(practice bigint) returns void language plpgsql as $$
begin
  set constraints all deferred;
end $$;
create function enforce_constraints(practice bigint) returns void language plpgsql as $$
begin
  set constraints all immediate;
end $$;

-- 0053: the statement names the practice by a value.
drop function taken_file_ids;
create function taken_file_ids(practice bigint, numbers text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  here constant bigint := current_setting('app.practice_id')::bigint;
begin
  return query select p.file_id::text from public.patients p
    where p.practice_id = here and practice = here and p.file_id = any(numbers);
end $$;
revoke all on function taken_file_ids from public;
grant execute on function taken_file_ids to {app_role};

-- 0020
drop function change_case_state;
create function change_case_state(
  practice bigint, record bigint, new_status case_status, new_outcome text, new_closed_on date
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  here constant bigint := current_setting('app.practice_id')::bigint;
begin
  update public.records set case_status = new_status, case_outcome = new_outcome, case_closed_on = new_closed_on,
    version = version + 1, updated_at = now()
  where practice_id = here and id = record and type = 'control' and subtype = 'case';
end $$;
revoke all on function change_case_state from public;
grant execute on function change_case_state to {app_role};

-- 0062
drop function forget_deleted_patients;
create function forget_deleted_patients(practice bigint, patients bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  here constant bigint := current_setting('app.practice_id')::bigint;
begin
  delete from public.patient_versions v where v.practice_id = here
    and v.patient_id = any(patients) and not exists (select from public.patients p
      where p.practice_id = here and p.id = v.patient_id);
end $$;
revoke all on function forget_deleted_patients from public;
grant execute on function forget_deleted_patients to {app_role};

-- 0057
create function sealed_since_merge(practice bigint, merge bigint) returns table (kind text, count integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  here constant bigint := current_setting('app.practice_id')::bigint;
  whom bigint;
  since timestamptz;
begin
  select m.patient_id, m.merged_at into whom, since from public.patient_merges m
  where m.practice_id = here and m.id = merge;
  return query select sealed.kind, sealed.count from (
    select 'signatures' as kind, (select count(*)::int from public.signatures s
      where s.practice_id = here and s.patient_id = whom and s.id > merge) as count
    union all select 'withdrawals', (select count(*)::int from public.signature_withdrawals w
      join public.signatures s on s.practice_id = here and s.id = w.signature_id
      join public.records r on r.practice_id = here and r.id = s.record_id and r.patient_id = whom
      where w.practice_id = here and w.withdrawn_at >= since)
    union all select 'papers', (select count(*)::int from public.issued_papers p
      where p.practice_id = here and p.patient_id = whom and p.id > merge)
    union all select 'receipts', (select count(*)::int from public.receipts r
      where r.practice_id = here and r.patient_id = whom and r.id > merge)
    union all select 'copies', (select count(*)::int from public.patient_copies c
      where c.practice_id = here and c.made_at >= since
        -- One that was asked for the other file and made of both names the other one still.
        and (c.patient_id = whom or exists (select from public.patient_aliases x where x.practice_id = here
          and x.patient_id = whom and x.alias_id = c.patient_id)))
    union all select 'handOvers', (select count(*)::int from public.hand_overs h
      where h.practice_id = here and h.patient_id = whom and h.id > merge)
    union all select 'erasures', (select count(*)::int from public.erasures e
      where e.practice_id = here and e.patient_id = whom and e.id > merge and e.state <> 'taken_back')
  ) sealed where sealed.count > 0;
end $$;
revoke all on function sealed_since_merge(bigint, bigint) from public;
grant execute on function sealed_since_merge(bigint, bigint) to {app_role};
-- For unmerge_files, which asks before it takes apart.
create or replace function sealed_since_merge(merge bigint) returns table (kind text, count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select s.kind, s.count
    from public.sealed_since_merge(current_setting('app.practice_id')::bigint, merge) s;
end $$;
revoke all on function sealed_since_merge(bigint) from {app_role};

-- 0052
create or replace function practice_of_seal(sought text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select practice_id from (
    select practice_id from public.signatures where seal_id = sought
    union all select practice_id from public.erased_seals where seal_id = sought) found
  order by practice_id limit 1);
end $$;

-- The others do what they did.
create function remove_temporary_document(practice bigint, record bigint, at_once boolean) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return public.remove_temporary_document(record, at_once);
end $$;
create function open_withdrawn_record(practice bigint, record bigint) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return public.open_withdrawn_record(record);
end $$;
create function take_back_packages(practice bigint, packages bigint[]) returns setof bigint
language plpgsql volatile set search_path = '' as $$
begin
  return query select public.take_back_packages(packages);
end $$;
create function take_back_notes(practice bigint, notes bigint[]) returns setof bigint
language plpgsql volatile set search_path = '' as $$
begin
  return query select public.take_back_notes(notes);
end $$;
create function take_back_received(practice bigint, received bigint)
returns table (record bigint, storage_key text, kind text)
language plpgsql volatile set search_path = '' as $$
begin
  return query select t.record, t.storage_key, t.kind from public.take_back_received(received) t;
end $$;
create function erase_optional(practice bigint, erasure bigint, alias bigint) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return public.erase_optional(erasure, alias);
end $$;
create function erase_file(practice bigint, erasure bigint, receipts_before date, alias bigint) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return public.erase_file(erasure, receipts_before, alias);
end $$;
create function erase_details(practice bigint, erasure bigint, rows json, alias bigint) returns integer
language plpgsql volatile set search_path = '' as $$
begin
  return public.erase_details(erasure, rows, alias);
end $$;
create function anchor_seals_again(practice bigint, erasure bigint, through integer, digest bytea, name text)
returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return public.anchor_seals_again(erasure, through, digest, name);
end $$;
create function merge_files(practice bigint, merge bigint) returns integer
language plpgsql volatile set search_path = '' as $$
begin
  return public.merge_files(merge);
end $$;
create function unmerge_files(practice bigint, merge bigint) returns integer
language plpgsql volatile set search_path = '' as $$
begin
  return public.unmerge_files(merge);
end $$;
