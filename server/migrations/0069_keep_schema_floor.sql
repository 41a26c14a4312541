-- The oldest migration that a process must know to work on this schema (src/platform/database/schema-floor.ts). The role of
-- the application has no business here.
create table schema_floor (
  only_row boolean primary key default true check (only_row),
  migration text not null
);
