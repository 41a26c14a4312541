-- Which record modules a practice writes new records with. The standard module is everybody's and has no row.
create table practice_modules (
  practice_id bigint not null references practices,
  module_id text not null references record_modules,
  installed_at timestamptz(3) not null default now(),
  installed_by bigint not null references users,
  -- Null while it is installed. A row stays: it says since when and until when records were written with the module.
  uninstalled_at timestamptz(3),
  uninstalled_by bigint references users,
  primary key (practice_id, module_id, installed_at),
  constraint practice_modules_end check ((uninstalled_at is null) = (uninstalled_by is null))
);
create unique index practice_modules_installed_key on practice_modules (practice_id, module_id) where uninstalled_at is null;

alter table practice_modules enable row level security;
alter table practice_modules force row level security;
create policy practice_modules_of_practice on practice_modules
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update on practice_modules to {app_role};
