-- Deleting a practice (docs/decisions/0060-a-practice-is-deleted.md): it is closed for thirty days, then destroyed with every
-- row that names it. What stays is one row here, with the certificate, for those who owned it.

-- From this moment on the practice is only read.
alter table practices add column closing_at timestamptz(3);

-- Of no practice: it outlives the one that it is about, which `practice` names without referring to it.
create table practice_deletions (
  id bigint primary key default nextval('global_id'),
  practice bigint not null,
  practice_uid uuid not null,
  practice_name text not null check (length(practice_name) between 1 and 100),
  timezone text not null,
  state text not null check (state in ('closing', 'destroying', 'done', 'taken_back')),
  -- asked: an owner decided it; restored: it was deleted before and came back with a backup.
  ground text not null check (ground in ('asked', 'restored')),
  language text not null check (language in ('es', 'en', 'it')),
  asked_by bigint not null references users,
  asked_at timestamptz(3) not null default now(),
  -- Nothing is destroyed before.
  destroy_after timestamptz(3) not null,
  taken_back_by bigint references users,
  taken_back_at timestamptz(3),
  keeper_name text check (length(keeper_name) between 1 and 200),
  keeper_address text check (length(keeper_address) between 1 and 300),
  keeper_contact text check (length(keeper_contact) between 1 and 254),
  -- When the owners were last told that something is missing.
  told_at timestamptz(3),
  -- JSON, as it was when the destruction began: how many of which kind, what law kept until when, the archive that counts.
  counts text not null default '[]',
  terms text not null default '[]',
  archive text,
  begun_at timestamptz(3),
  destroyed_at timestamptz(3),
  -- The certificate, and what proves it: the key that signed it goes with the practice.
  paper bytea,
  paper_code text,
  paper_sha256 bytea check (length(paper_sha256) = 32),
  paper_pages integer,
  paper_certificate text,
  paper_issued_at timestamptz(3),
  constraint practice_deletions_taken_back check (
    (state = 'taken_back') = (taken_back_at is not null) and (taken_back_at is null) = (taken_back_by is null)),
  constraint practice_deletions_keeper check (
    num_nonnulls(keeper_name, keeper_address, keeper_contact) in (0, 3)),
  constraint practice_deletions_paper check (
    num_nonnulls(paper, paper_code, paper_sha256, paper_pages, paper_certificate, paper_issued_at) in (0, 6)),
  constraint practice_deletions_done check (
    (state = 'done') = (destroyed_at is not null) and (state <> 'done' or paper is not null))
);
create unique index practice_deletions_open_key on practice_deletions (practice) where state in ('closing', 'destroying');
create unique index practice_deletions_paper_key on practice_deletions (practice, paper_code) where paper_code is not null;

-- Who owned the practice when it was destroyed: the certificate is theirs.
create table practice_deletion_owners (
  deletion_id bigint not null references practice_deletions,
  user_id bigint not null references users,
  primary key (deletion_id, user_id)
);
create index practice_deletion_owners_by_user on practice_deletion_owners (user_id);
grant select, insert on practice_deletions, practice_deletion_owners to {app_role};
grant update (state, destroy_after, taken_back_by, taken_back_at, told_at, counts, terms, archive, begun_at, destroyed_at,
  paper, paper_code, paper_sha256, paper_pages, paper_certificate, paper_issued_at) on practice_deletions to {app_role};

-- An archive that a practice may be deleted behind: what it vouches for of the trail (JSON, the last row of each strand),
-- the digest of its manifest, which nobody is shown here, and what became of it.
alter table practice_exports
  add column heads text,
  add column manifest_sha256 text,
  add column verified_at timestamptz(3),
  add column fetched_at timestamptz(3),
  add column arrived_at timestamptz(3);

-- Nobody is reminded of a visit to a practice that is about to be deleted.
alter table appointment_mails drop constraint appointment_mails_reason_check,
  add constraint appointment_mails_reason_check check (reason in (
    'cancelled', 'moved', 'too_late', 'just_confirmed', 'no_address', 'opted_out', 'not_handed_over', 'practice_closing'
  ));

-- The owner of the tables is bound by row-level security as well, and has to see what it destroys.
do $$
declare
  tenant text;
begin
  for tenant in
    select c.relname from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity and exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'practice_id' and not a.attisdropped)
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = c.relname || '_erased')
  loop
    execute format('create policy %I on %I to %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_deleted', tenant, current_user);
  end loop;
end $$;

-- The practice of a deletion whose day came and that somebody decided: without one nothing below does anything.
create function may_delete_practice(deletion bigint) returns bigint
language sql volatile security definer set search_path = '' as $$
  select d.practice from public.practice_deletions d
  where d.id = deletion and d.state = 'destroying' and d.destroy_after <= now() for update
$$;
revoke all on function may_delete_practice from public;

-- Deletes up to so many rows of one table, of those that no other row refers to any more, and says which: every table that
-- names a practice, as the catalogue has them. What the certificate is signed with stays, and the practice. Nothing is
-- answered when nothing else is left.
create function delete_practice_rows(deletion bigint, most integer) returns table (emptied text, gone integer)
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
    select coalesce(string_agg(format(' and not exists (select from %s y where y.ctid <> x.ctid and %s)', next::regclass, (
        select string_agg(format('y.%I = x.%I', f.attname, t.attname), ' and ')
        from unnest(k.conkey, k.confkey) as pair (own, other)
          join pg_catalog.pg_attribute f on f.attrelid = next and f.attnum = pair.own
          join pg_catalog.pg_attribute t on t.attrelid = next and t.attnum = pair.other)), ''), '')
      into free from pg_catalog.pg_constraint k where k.contype = 'f' and k.conrelid = next and k.confrelid = next;
    execute format('delete from %s where ctid = any(array(
      select x.ctid from %s x where x.practice_id = $1%s limit $2))', next::regclass, next::regclass, free)
      using doomed, most;
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
revoke all on function delete_practice_rows from public;
grant execute on function delete_practice_rows to {app_role};

-- The end: the practice itself and its key, once there is a certificate and nothing else is left.
create function delete_practice(deletion bigint) returns boolean
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
  update public.sessions set practice_id = null, handed_over_patient = null, handed_over_record = null,
    handed_over_at = null
  where practice_id = doomed;
  delete from public.practices where id = doomed;
  return true;
end $$;
revoke all on function delete_practice from public;
grant execute on function delete_practice to {app_role};
