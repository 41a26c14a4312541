-- Beside older processes: none of them knows these tables.
-- Answers of 500 and above, by the number that whoever got one was told; nothing of who that was.
create table operator_faults (
  id bigint generated always as identity primary key,
  reference text not null,
  at timestamptz(3) not null,
  method text not null,
  route text not null,
  status int not null,
  key text not null
);
create index operator_faults_by_time on operator_faults (at);
grant select, insert, delete on operator_faults to {app_role};

-- How far the trail was verified: practices one after the other, and how many broken chains were found on the way.
create table trail_checks (
  only_row boolean primary key default true check (only_row),
  next_practice_id bigint not null default 0,
  broken int not null default 0,
  last_broken int not null default 0,
  checked_at timestamptz(3)
);
insert into trail_checks default values;
grant select, update on trail_checks to {app_role};

-- Which migration was the last one.
grant select on kysely_migration to {app_role};
