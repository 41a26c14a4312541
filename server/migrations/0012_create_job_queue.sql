-- The queue of background work is graphile-worker's, in a schema of its own. Its tables are made by the application's
-- role, which owns them and nothing else (docs/decisions/0011-job-queue.md); jobs carry ids, never personal data.
create schema graphile_worker;
grant usage, create on schema graphile_worker to {app_role};

-- The library looks here for what it has made; it would want to create the schema itself otherwise.
create table graphile_worker.migrations (
  id integer primary key,
  ts timestamptz not null default now(),
  breaking boolean not null default false
);
grant select, insert, update on graphile_worker.migrations to {app_role};
