-- Many files on one act of elimination, and certificates that stay as they were made
-- (docs/decisions/0065-one-act-for-many-files.md).

-- What Colombia asks for of files that are destroyed together: one decision, one number, one pair of notices, one review.
create table erasure_acts (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- Counted up in each practice.
  number integer not null check (number > 0),
  decided_by bigint not null references users,
  decided_at timestamptz(3) not null default now(),
  newspaper text check (length(newspaper) between 1 and 100),
  first_notice_on date,
  second_notice_on date,
  reviewed_on date,
  primary key (practice_id, id),
  constraint erasure_acts_number_key unique (practice_id, number),
  constraint erasure_acts_notices check (
    (first_notice_on is null) = (newspaper is null) and (second_notice_on is null or first_notice_on is not null))
);

-- Its rows are looked through for the constraints below.
alter table erasures no force row level security;
alter table erasures
  -- JSON: the numbers by which the file was called, as far as they may stay (erasures.numbers.ts).
  add column file_numbers text not null default '[]',
  add column act_id bigint,
  -- The first and the last day of attention, which the inventory of an act names.
  add column attended_from date,
  add column attended_until date,
  add constraint erasures_act_fkey foreign key (practice_id, act_id) references erasure_acts (practice_id, id),
  add constraint erasures_act check (act_id is not null or num_nonnulls(attended_from, attended_until) = 0);
alter table erasures force row level security;
create index erasures_of_act on erasures (practice_id, act_id) where act_id is not null;

-- A certificate or an act, whole: it is made once, and read as it was made for as long as the practice is here.
create table erasure_papers (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  erasure_id bigint,
  act_id bigint,
  -- Printed on every page; nobody can guess one.
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  content bytea not null,
  -- Of the content.
  sha256 bytea not null check (length(sha256) = 32),
  pages integer not null check (pages > 0),
  signing_key_id bigint not null,
  issued_at timestamptz(3) not null,
  primary key (practice_id, id),
  constraint erasure_papers_code_key unique (practice_id, code),
  constraint erasure_papers_about check (num_nonnulls(erasure_id, act_id) = 1),
  constraint erasure_papers_erasure_fkey foreign key (practice_id, erasure_id) references erasures (practice_id, id),
  constraint erasure_papers_act_fkey foreign key (practice_id, act_id) references erasure_acts (practice_id, id),
  constraint erasure_papers_key_fkey foreign key (practice_id, signing_key_id)
    references practice_signing_keys (practice_id, id)
);
create index erasure_papers_of_erasure on erasure_papers (practice_id, erasure_id, issued_at desc)
  where erasure_id is not null;
create index erasure_papers_of_act on erasure_papers (practice_id, act_id) where act_id is not null;

do $$
declare
  tenant text;
begin
  foreach tenant in array array['erasure_acts', 'erasure_papers'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;
grant select, insert on erasure_acts, erasure_papers to {app_role};
grant update (newspaper, first_notice_on, second_notice_on, reviewed_on) on erasure_acts to {app_role};
