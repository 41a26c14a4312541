-- Visits, packages and notes of other systems come by the same steps as patients: rows of an import hold any of them, and
-- what became of each is known by the number its source gives it.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check
  check (kind in ('patients', 'appointments', 'packages', 'notes'));

alter table import_rows drop constraint import_rows_fate_check;
alter table import_rows add constraint import_rows_fate_check
  check (fate in ('create', 'exists', 'before', 'repeated', 'clash', 'fault'));
alter table import_rows
  -- JSON: the visit, package or note of the row.
  add column item text,
  -- By what its source knows the patient.
  add column patient_ref text,
  -- Hints that only other rows and the practice tell, found anew with each decision.
  add column found text not null default '[]',
  add column doctor_id bigint,
  -- Who it was with, where nobody here is: a name.
  add column gone_name text,
  add column start_at timestamptz(3),
  add column end_at timestamptz(3),
  -- It holds no room in the agenda: cancelled.
  add column holds boolean not null default false,
  add column lane smallint not null default 1,
  -- It stands over another visit of the past.
  add column stands_over boolean not null default false,
  add column item_id bigint;
-- What is carried out next: all of one patient together.
create index import_rows_to_do on import_rows (practice_id, import_id, patient_id, row_number)
  where fate = 'create' and done_at is null;

-- By which number a source knows a visit, a package or a note of ours, so that the same file again makes no twins.
create table imported_items (
  practice_id bigint not null,
  source text not null,
  kind text not null check (kind in ('appointments', 'packages', 'notes')),
  external_id text not null,
  item_id bigint not null,
  import_id bigint not null,
  primary key (practice_id, source, kind, external_id),
  foreign key (practice_id, import_id) references imports (practice_id, id)
);
create index imported_items_of_import on imported_items (practice_id, import_id);
alter table imported_items enable row level security;
alter table imported_items force row level security;
create policy imported_items_of_practice on imported_items
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select, insert, delete on imported_items to {app_role};

-- Whom an import names and nobody here is: a name beside visits and notes, never a member.
alter table doctors alter column user_id drop not null;
alter table doctors
  add column origin text,
  add constraint doctors_origin check ((user_id is null) = (origin is not null)),
  add constraint doctors_origin_key unique (practice_id, origin);

alter table appointments add column imported_from text;
alter table session_packages add column imported_from text;

alter domain package_movement_cause drop constraint package_movement_cause_check;
alter domain package_movement_cause add constraint package_movement_cause_check check (
  value in ('sold', 'brought_in', 'record_written', 'record_added', 'record_removed', 'record_voided', 'visit_planned',
    'visit_counted', 'visit_taken_off', 'visit_booked', 'visit_arrived', 'visit_attended', 'visit_no_show',
    'visit_cancelled', 'visit_cancelled_late', 'visit_gone', 'by_hand', 'resized', 'day_came', 'prolonged',
    'package_cancelled', 'package_reactivated'));

-- Packages and notes are never deleted, but for what an import brought and nobody has touched since when it is taken back:
-- these functions, their owner's, delete that and nothing else, in the practice of the transaction.
do $$ begin
  execute format('create policy records_taken_back on records for delete to %I
    using (practice_id = current_setting(''app.practice_id'')::bigint and class_id = ''imported_note'')', current_user);
end $$;

create function take_back_packages(packages bigint[]) returns setof bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice constant bigint := current_setting('app.practice_id')::bigint;
  untouched bigint[];
begin
  select array_agg(s.id) into untouched from public.session_packages s
  where s.practice_id = practice and s.id = any(packages) and s.imported_from is not null and s.version = 1
    and not exists (select from public.session_package_uses u where u.practice_id = practice and u.package_id = s.id)
    and not exists (select from public.appointment_courses c where c.practice_id = practice and c.package_id = s.id)
    and not exists (select from public.receipts r where r.practice_id = practice and r.package_id = s.id)
    and (select count(*) from public.session_package_movements m
      where m.practice_id = practice and m.package_id = s.id and m.cause <> 'day_came') = 1;
  delete from public.session_package_movements m where m.practice_id = practice and m.package_id = any(untouched);
  delete from public.session_package_versions v where v.practice_id = practice and v.package_id = any(untouched);
  delete from public.session_package_patients f where f.practice_id = practice and f.package_id = any(untouched);
  return query delete from public.session_packages s
    where s.practice_id = practice and s.id = any(untouched) returning s.id;
end $$;

create function take_back_notes(notes bigint[]) returns setof bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice constant bigint := current_setting('app.practice_id')::bigint;
  untouched bigint[];
begin
  select array_agg(r.id) into untouched from public.records r
  where r.practice_id = practice and r.id = any(notes) and r.class_id = 'imported_note' and r.version = 1
    and not r.signed and r.voided_at is null
    and not exists (select from public.signatures g where g.practice_id = practice and g.record_id = r.id)
    and not exists (select from public.record_addenda a where a.practice_id = practice and a.record_id = r.id)
    and not exists (select from public.files f where f.practice_id = practice and f.record_id = r.id)
    and not exists (select from public.uploads f where f.practice_id = practice and f.record_id = r.id)
    and not exists (select from public.session_package_uses u where u.practice_id = practice and u.record_id = r.id)
    and not exists (select from public.issued_papers i where i.practice_id = practice and i.record_id = r.id);
  delete from public.record_versions v where v.practice_id = practice and v.record_id = any(untouched);
  return query delete from public.records r where r.practice_id = practice and r.id = any(untouched) returning r.id;
end $$;
revoke all on function take_back_packages, take_back_notes from public;
grant execute on function take_back_packages, take_back_notes to {app_role};

-- What an import brought as a note says what it says: a record of this class changes by being voided, and in no other way.
create policy records_of_imports_stay on records as restrictive for update
  using (true) with check (class_id <> 'imported_note' or voided_at is not null);
