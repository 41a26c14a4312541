-- A course (product-decisions.md §8, §9): the visits that are planned from a case, and the package that keeps a session for each.
-- Its series say of which course they are, also one that was split off, so whatever a change of them makes is kept for too.
create table appointment_courses (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  patient_id bigint not null,
  case_id bigint not null,
  -- Null where no package keeps sessions for it.
  package_id bigint,
  user_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (practice_id, id),
  constraint appointment_courses_case_fkey foreign key (practice_id, patient_id, case_id)
    references records (practice_id, patient_id, id),
  constraint appointment_courses_package_fkey foreign key (practice_id, package_id)
    references session_packages (practice_id, id)
);
create index appointment_courses_of_case on appointment_courses (practice_id, case_id);

alter table appointment_courses enable row level security;
alter table appointment_courses force row level security;
create policy appointment_courses_of_practice on appointment_courses
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on appointment_courses to {app_role};

alter table appointment_series no force row level security;
alter table appointment_courses no force row level security;
alter table appointment_series
  add column course_id bigint,
  add constraint appointment_series_course_fkey foreign key (practice_id, course_id)
    references appointment_courses (practice_id, id);
alter table appointment_series force row level security;
alter table appointment_courses force row level security;
create index appointment_series_of_course on appointment_series (practice_id, course_id) where course_id is not null;

alter domain package_movement_cause drop constraint package_movement_cause_check;
alter domain package_movement_cause add constraint package_movement_cause_check check (
  value in ('sold', 'record_written', 'record_added', 'record_removed', 'record_voided', 'visit_planned', 'visit_counted',
    'visit_taken_off', 'visit_booked', 'visit_arrived', 'visit_attended', 'visit_no_show', 'visit_cancelled',
    'visit_cancelled_late', 'visit_gone', 'by_hand', 'resized', 'day_came', 'prolonged', 'package_cancelled',
    'package_reactivated'));
