-- How somebody proves who they are, besides a password. All of it is cross-practice: an account belongs to a person.

-- When the address was proven to be the account's: by a link that was mailed to it, or by the hosted identity service.
alter table users add column email_verified_at timestamptz(3);
-- The account in the hosted identity service, once linked.
alter table users add column firebase_uid text;
create unique index users_firebase_uid_key on users (firebase_uid) where firebase_uid is not null;
-- Secret of the authenticator app, encrypted by the application; it counts once confirmed. `totp_step` is the last time
-- step a code was taken for: none counts twice.
alter table users add column totp_secret bytea;
alter table users add column totp_confirmed_at timestamptz(3);
alter table users add column totp_step bigint;

-- When the person behind a session last proved who they are.
alter table sessions add column authenticated_at timestamptz(3) not null default now();

-- Refresh tokens of open sessions from before the last two: one that comes back was copied, and the session ends.
create table spent_refresh_tokens (
  hash bytea primary key,
  session_id bigint not null references sessions,
  created_at timestamptz(3) not null default now()
);
create index spent_refresh_tokens_by_session on spent_refresh_tokens (session_id);

-- Links in mails. The secret of a link is not stored: it is a keyed digest of the row.
create table mail_links (
  id bigint primary key default nextval('global_id'),
  user_id bigint not null references users,
  purpose text not null check (purpose in ('reset_password', 'activate', 'confirm_mail')),
  -- The address it goes to; a link ends when the account's address is another by then.
  email text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz(3),
  -- The address that a confirmed one took the place of: its owner is told.
  replaced_email text
);
create index mail_links_by_user on mail_links (user_id, purpose) where ended_at is null;

create table passkeys (
  id bigint primary key default nextval('global_id'),
  user_id bigint not null references users,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  -- It counts no more; the row goes once the mail about it went.
  removed_at timestamptz(3),
  constraint passkeys_credential_key unique (credential_id)
);
create index passkeys_by_user on passkeys (user_id);

-- Challenges that were answered: each counts once. The challenge itself is signed and carries its end.
create table used_challenges (
  hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_challenges_by_expiry on used_challenges (expires_at);

create table recovery_codes (
  user_id bigint not null references users,
  -- Keyed digest of the code.
  hash bytea not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (user_id, hash)
);

-- Browsers a person signed in from before: whoever guesses elsewhere does not use up their tries. Colleagues share some.
create table known_devices (
  user_id bigint not null references users,
  hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, hash)
);

-- Counters of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

grant select, insert, update, delete on mail_links, passkeys, recovery_codes, known_devices, rate_limits to {app_role};
grant select, insert, delete on used_challenges, spent_refresh_tokens to {app_role};
