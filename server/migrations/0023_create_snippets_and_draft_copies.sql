-- Where a draft was typed: of two texts of one form it says which is which.
alter table drafts add column device text check (length(device) <= 300);

-- Texts that a practitioner writes again and again; everybody has their own.
create table snippets (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  version integer not null default 1,
  user_id bigint not null references users,
  shortcut text not null check (shortcut ~ '^[a-z0-9_-]{1,20}$'),
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 10000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  foreign key (practice_id) references practices,
  constraint snippets_shortcut_key unique (practice_id, user_id, shortcut)
);

alter table snippets enable row level security;
alter table snippets force row level security;
create policy snippets_of_user on snippets
  using (practice_id = current_setting('app.practice_id')::bigint and user_id = current_setting('app.user_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint and user_id = current_setting('app.user_id')::bigint);

grant select, insert, update, delete on snippets to {app_role};
