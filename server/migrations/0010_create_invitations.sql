-- Who is asked to join a practice. Cross-practice like memberships: an invitee sees what every practice asked of them.
alter table memberships add column version integer not null default 1;

create table invitations (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  email text not null check (length(email) between 3 and 254),
  -- The account that was chosen, or whose proven address it was.
  user_id bigint references users,
  -- False: the account was chosen by its user name, and the practice has not been told its address.
  by_address boolean not null,
  full_name text,
  role text not null check (role in ('practitioner', 'assistant', 'admin', 'owner')),
  clinical boolean not null,
  language text not null check (language in ('es', 'en', 'it')),
  invited_by bigint not null references users,
  -- Counts the mails: the link of one that was sent before ends.
  link_version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  declined_at timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (practice_id, id)
);
-- One open invitation for an address in a practice.
create unique index invitations_open_key on invitations (practice_id, lower(email))
  where accepted_at is null and declined_at is null and withdrawn_at is null;
create index invitations_by_user on invitations (user_id) where user_id is not null;
create index invitations_by_email on invitations (lower(email));

-- Members with the newest use of a session in the practice.
create index sessions_by_practice on sessions (practice_id, user_id) where practice_id is not null;
-- People are found by the beginning of a user name.
create index users_by_username_start on users (lower(username) text_pattern_ops);

grant select, insert, update on invitations to {app_role};
