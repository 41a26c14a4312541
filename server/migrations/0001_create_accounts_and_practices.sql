-- Cross-practice tables: users, practices, memberships, sessions, installation. They carry no row-level security;
-- every other table is a tenant table (architecture.md, Data). {app_role} is the role the application runs as.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- An instant as ISO 8601 in UTC. Inlined by the planner; a plain cast is several times cheaper than to_char.
create function iso(moment timestamptz) returns text language sql stable parallel safe
  return replace((moment at time zone 'UTC')::text, ' ', 'T') || 'Z';

-- Lower case without accents, for searching. Immutable because the dictionary is named and ships with the server.
create function fold(value text) returns text language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, nfkc)));

-- Rules of one value are domains: they are checked where such a value is written. A check constraint is read and planned
-- anew by each statement that writes to its table, whichever column it writes.
create domain person_name as text check (length(value) between 1 and 100);
create domain whole_count as integer check (value > 0);

create sequence global_id as bigint;

create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  demo boolean not null default false
);
insert into installation default values;

create table users (
  id bigint primary key default nextval('global_id'),
  uid uuid not null unique default gen_random_uuid(),
  version integer not null default 1,
  username text not null check (length(username) between 1 and 254),
  email text not null check (length(email) between 3 and 254),
  password_hash text,
  -- As given at registration; the name shown in a practice is the doctor profile's.
  first_name text not null,
  last_name text not null,
  language text not null check (language in ('es', 'en', 'it')),
  time_format text not null default 'HH:mm' check (time_format in ('HH:mm', 'hh:mm a')),
  activated_at timestamptz(3),
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3)
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

create table practices (
  id bigint primary key default nextval('global_id'),
  uid uuid not null unique default gen_random_uuid(),
  version integer not null default 1,
  code text,
  name text not null check (length(name) between 1 and 100),
  slogan text,
  description text,
  timezone text not null,
  locale text not null check (locale in ('es', 'en', 'it')),
  logo_url text,
  logo_fd text,
  configurations jsonb not null default '{}',
  next_file_number bigint not null default 1,
  demo boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3)
);

create table memberships (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  user_id bigint not null references users,
  doctor_id bigint not null,
  role text not null check (role in ('practitioner', 'assistant', 'admin', 'owner')),
  clinical boolean not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (practice_id, id),
  constraint memberships_user_key unique (practice_id, user_id)
);
create index memberships_by_user on memberships (user_id) where ended_at is null;

create table sessions (
  id bigint primary key default nextval('global_id'),
  user_id bigint not null references users,
  practice_id bigint references practices,
  remember boolean not null,
  -- Only SHA-256 of tokens is stored. The refresh token changes with every use; the one before is kept to tell
  -- two tabs that race from a stolen token.
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  refreshed_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  user_agent text,
  ip text
);
create unique index sessions_refresh_hash_key on sessions (refresh_hash);
create index sessions_previous_refresh_hash on sessions (previous_refresh_hash) where previous_refresh_hash is not null;
create index sessions_by_user on sessions (user_id) where ended_at is null;

-- Bearer tokens, short-lived; each tab of a session holds its own.
create table access_tokens (
  hash bytea primary key,
  session_id bigint not null references sessions,
  expires_at timestamptz(3) not null
);
create index access_tokens_by_session on access_tokens (session_id, expires_at);

-- First answers of POST calls that carried an Idempotency-Key; kept 24 hours. The answer is encrypted by the application.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  answer bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

grant usage on sequence global_id to {app_role};
grant select on installation to {app_role};
grant update (demo) on installation to {app_role};
grant select, insert, update on users, practices, memberships, sessions, access_tokens to {app_role};
grant select, insert, delete on idempotency_keys to {app_role};
grant delete on access_tokens to {app_role};
