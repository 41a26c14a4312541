-- Private iCal feeds (RFC 5545): an address that shows the agenda of one practitioner to whoever knows it.
create table calendar_feeds (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  doctor_id bigint not null,
  -- SHA-256 of the secret in the address; the secret itself is told once.
  token_hash bytea not null check (length(token_hash) = 32),
  names text not null check (names in ('busy', 'initials')),
  created_at timestamptz(3) not null default now(),
  last_read_at timestamptz(3),
  primary key (practice_id, id),
  constraint calendar_feeds_doctor_key unique (practice_id, doctor_id),
  constraint calendar_feeds_doctor_fkey foreign key (practice_id, doctor_id) references doctors (practice_id, id)
);

alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy calendar_feeds_of_practice on calendar_feeds
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update, delete on calendar_feeds to {app_role};
