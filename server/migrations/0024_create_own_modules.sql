-- Modules that a practice brought in itself, and every version of their classes. Ids start with own_, so that they
-- never meet those that ship.
create table practice_record_modules (
  practice_id bigint not null references practices,
  id text not null check (id ~ '^own_[a-z0-9_]{1,60}$'),
  -- As lists tell of it, like the body of record_modules.
  body text not null,
  -- module.json and all its texts, as somebody who exports it gets them again.
  file text not null,
  texts text not null,
  imported_at timestamptz(3) not null default now(),
  primary key (practice_id, id)
);

create table practice_record_classes (
  practice_id bigint not null,
  class_id text not null check (class_id ~ '^own_[a-z0-9_]{1,60}$'),
  version integer not null check (version > 0),
  module_id text not null,
  -- The class as JSON text with its texts; of a version that is stored only the texts may be corrected.
  body text not null,
  -- Of all versions alike: whether the class takes new records.
  active boolean not null,
  primary key (practice_id, class_id, version),
  foreign key (practice_id, module_id) references practice_record_modules (practice_id, id)
);
create index practice_record_classes_of_module on practice_record_classes (practice_id, module_id);

alter table practice_record_modules enable row level security;
alter table practice_record_modules force row level security;
create policy practice_record_modules_of_practice on practice_record_modules
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table practice_record_classes enable row level security;
alter table practice_record_classes force row level security;
create policy practice_record_classes_of_practice on practice_record_classes
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update (body, file, texts, imported_at) on practice_record_modules to {app_role};
grant select, insert, update (body, active) on practice_record_classes to {app_role};

-- What a practice installs is one that ships, or one of its own. The rows of every practice are checked, which is no
-- practice's transaction: row-level security stands back for its owner meanwhile.
alter table practice_modules no force row level security;
alter table practice_record_modules no force row level security;
alter table practice_modules drop constraint practice_modules_module_id_fkey;
alter table practice_modules
  add column shipped_id text generated always as (case when module_id like 'own\_%' then null else module_id end) stored
    references record_modules,
  add column own_id text generated always as (case when module_id like 'own\_%' then module_id end) stored,
  add constraint practice_modules_own_fkey
    foreign key (practice_id, own_id) references practice_record_modules (practice_id, id);
alter table practice_modules force row level security;
alter table practice_record_modules force row level security;
