-- A number that a follow-up had in a case is never given to another one (docs/decisions/0042-numbers-of-follow-ups.md).
-- Void ones keep theirs in their own row; what stands here are the numbers of follow-ups that were moved to another case.
create table session_numbers_left (
  practice_id bigint not null,
  case_id bigint not null,
  record_id bigint not null,
  session_number whole_count not null,
  primary key (practice_id, case_id, record_id),
  unique (practice_id, case_id, session_number),
  foreign key (practice_id, case_id) references records (practice_id, id),
  foreign key (practice_id, record_id) references records (practice_id, id)
);

alter table session_numbers_left enable row level security;
alter table session_numbers_left force row level security;
create policy session_numbers_left_of_practice on session_numbers_left
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on session_numbers_left to {app_role};
