-- A practice that came from another installation (docs/decisions/0056-a-practice-moves.md): what that one said of chains,
-- seals and papers, signed with the key it signed papers with. The key of its seals stays there, so this is what
-- speaks for them here; it is never changed.
create table practice_origins (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- Address of the installation, and when it made the archive.
  origin text not null check (length(origin) between 1 and 2000),
  exported_at timestamptz(3) not null,
  arrived_at timestamptz(3) not null default now(),
  -- Files of the archive, byte for byte: what is signed, and the two that it names by their digests.
  manifest text not null,
  seals text not null,
  trail text not null,
  signature bytea not null,
  certificate text not null,
  primary key (practice_id, id)
);
alter table practice_origins enable row level security;
alter table practice_origins force row level security;
create policy practice_origins_of_practice on practice_origins
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select on practice_origins to {app_role};

-- A certificate whose key stayed where the practice came from: what it signed still verifies.
alter table practice_signing_keys
  alter column private_key drop not null,
  add constraint practice_signing_keys_signs check (private_key is not null or retired_at is not null);

-- Rows that come in a thousand at a time may refer to one that comes later.
alter table records alter constraint records_case_fkey deferrable;
alter table receipts alter constraint receipts_voids_fkey deferrable;

-- Archives that an owner asked for, and what became of them. The bytes lie in the file store for some days.
create table practice_exports (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'removed')),
  recipient text check (length(recipient) <= 2000),
  done integer not null default 0,
  to_do integer,
  -- Of the file store.
  storage_key text,
  size bigint,
  sha256 text,
  fingerprint text,
  row_count integer,
  file_count integer,
  missing integer not null default 0,
  faults integer not null default 0,
  made_by bigint not null references users,
  created_at timestamptz(3) not null default now(),
  -- Whoever makes it says so every few seconds.
  touched_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  expires_at timestamptz(3),
  -- One link at a time leads to it, once.
  link_number integer not null default 0,
  link_by bigint references users,
  link_until timestamptz(3),
  primary key (practice_id, id),
  constraint practice_exports_ready check (
    (state = 'ready') <= (storage_key is not null and size is not null and sha256 is not null and expires_at is not null)),
  constraint practice_exports_link check ((link_by is null) = (link_until is null))
);
create index practice_exports_newest on practice_exports (practice_id, id desc);
alter table practice_exports enable row level security;
alter table practice_exports force row level security;
create policy practice_exports_of_practice on practice_exports
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select, insert, update on practice_exports to {app_role};
