-- When what another law had kept of an erased file was destroyed too: backups hold it that much longer.
alter table erasures add column rest_destroyed_at timestamptz(3);
grant update (rest_destroyed_at) on erasures to {app_role};

-- Keyed digests of what else an erased person is known by: files that had become part of theirs, numbers in other systems.
alter table erasures add column known_digests bytea[] not null default '{}';

-- One that a backup brings back was decided for good: it waits for no notice, and is not taken back.
grant update (ground, needs_notices) on erasures to {app_role};

-- What was ever written of a patient goes with them when nothing was done of them and they are deleted: only then.
create function forget_deleted_patients(patients bigint[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.patient_versions v where v.practice_id = current_setting('app.practice_id')::bigint
    and v.patient_id = any(patients) and not exists (select from public.patients p
      where p.practice_id = v.practice_id and p.id = v.patient_id)
$$;
revoke all on function forget_deleted_patients from public;
grant execute on function forget_deleted_patients to {app_role};
-- Of those who were deleted before.
alter table patient_versions no force row level security;
alter table patients no force row level security;
delete from patient_versions v where not exists (
  select from patients p where p.practice_id = v.practice_id and p.id = v.patient_id);
alter table patients force row level security;
alter table patient_versions force row level security;

-- A copy that was asked for by mistake, or that nobody wants any more.
alter table patient_copies add column withdrawn_at timestamptz(3),
  add column withdrawn_by bigint references users,
  add column withdraw_reason text check (length(withdraw_reason) between 1 and 200),
  add constraint patient_copies_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null)
    and (withdrawn_at is null) = (withdraw_reason is null) and (withdrawn_at is null or handed_over_at is null));
drop index patient_copies_due;
create index patient_copies_due on patient_copies (practice_id, asked_on, id)
  where handed_over_at is null and withdrawn_at is null;
