-- Backups that this installation made, and parts of them that the next one need not make again
-- (docs/decisions/0066-backups.md). Neither goes into a backup: where it is restored there are none yet.
create table backups (
  id bigint primary key default nextval('global_id'),
  -- Where it lies, and under what name; no name before the moment it is of is known.
  target text not null,
  name text,
  at timestamptz(3),
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  -- A good one was read again to its last byte.
  state text not null default 'running' check (state in ('running', 'good', 'failed')),
  -- Key of the catalogue and what it names; the cause in the words of whatever went wrong, for whoever runs the installation.
  fault text,
  params jsonb not null default '{}',
  cause text,
  rows bigint,
  files integer,
  missing integer,
  -- Bytes that were written for it.
  size bigint,
  drilled_at timestamptz(3),
  removed_at timestamptz(3),
  check ((state = 'good') <= (name is not null and at is not null and ended_at is not null)),
  check ((state = 'failed') = (fault is not null))
);
create index backups_by_start on backups (started_at desc);
grant select, insert, update, delete on backups to {app_role};

-- Sealed files of verified backups that lie at a target.
create table backup_parts (
  target text not null,
  -- Digest of the keys that it is sealed for.
  recipients text not null,
  storage_key text not null,
  part text not null,
  size bigint not null,
  sha256 text not null,
  sealed_size bigint not null,
  sealed_sha256 text not null,
  primary key (target, recipients, storage_key)
);
create index backup_parts_by_part on backup_parts (target, part);
grant select, insert, update, delete on backup_parts to {app_role};

-- The key that was printed at the first visit or since: its public half, which every backup is sealed for.
create table recovery_keys (
  recipient text primary key check (recipient like 'age1%'),
  made_at timestamptz(3) not null default now(),
  -- When somebody last typed from paper what only the paper says.
  checked_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3)
);
create unique index recovery_keys_of_now on recovery_keys ((true)) where replaced_at is null;
grant select, insert, update on recovery_keys to {app_role};

-- What is wrong with the installation, since when, and when its operators were told.
create table operator_alerts (
  name text primary key,
  since timestamptz(3) not null default now(),
  told_at timestamptz(3)
);
grant select, insert, update, delete on operator_alerts to {app_role};
