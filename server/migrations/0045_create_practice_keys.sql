-- Keys that a practice gives to other programs (docs/decisions/0052-keys-of-the-practice.md). A key reads what whoever
-- made it may read at that moment, as far as its scopes go. Revoked and expired ones stay: the trail names them.
create table practice_keys (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (
    cardinality(scopes) > 0
    and scopes <@ array['patients', 'agenda', 'records', 'files', 'packages', 'receipts', 'audit']
  ),
  -- SHA-256 of the secret, of which 256 bits are random; the secret itself is told once.
  secret_hash bytea not null check (length(secret_hash) = 32),
  -- How it begins, to recognise it by.
  beginning text not null check (beginning ~ '^ulna_[0-9]+_[A-Za-z0-9_-]{4}$'),
  created_by bigint not null references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Null where it ended with the membership of whoever made it.
  revoked_by bigint references users,
  primary key (practice_id, id),
  constraint practice_keys_secret_key unique (practice_id, secret_hash),
  constraint practice_keys_lifetime check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  constraint practice_keys_revoked check (revoked_at is not null or revoked_by is null)
);

alter table practice_keys enable row level security;
alter table practice_keys force row level security;
create policy practice_keys_of_practice on practice_keys
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on practice_keys to {app_role};
grant update (last_used_at, revoked_at, revoked_by) on practice_keys to {app_role};

-- The key that a call came with, beside whoever made it. Rows without one are chained as ever.
alter table audit_events add column practice_key_id bigint;
