-- Messages of the public contact form. Cross-practice: they belong to the operator of the installation.
create table contact_messages (
  id bigint primary key default nextval('global_id'),
  name text not null,
  email text not null,
  phone text,
  practice_name text,
  message text not null,
  language text not null check (language in ('es', 'en', 'it')),
  ip text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);

grant select, insert on contact_messages to {app_role};
grant update (sent_at) on contact_messages to {app_role};
