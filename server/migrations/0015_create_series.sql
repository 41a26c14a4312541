-- Series (product-decisions.md §9): occurrences are rows of appointments; the rule, the wall-clock time it gives and the days
-- taken out of it stand here. Times are the practice's clock, so daylight saving moves no appointment.
create table appointment_series (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  rule jsonb not null,
  -- Last day of the series, that day included; null where the rule counts or goes on.
  until date,
  timezone text not null,
  first_day date not null,
  wall_time time(3) not null,
  duration_ms integer not null check (duration_ms between 1 and 86400000),
  taken_out date[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id)
);

-- What a change of a series replaced, so that it can be taken back for a moment. Rows older than that are removed.
create table appointment_undos (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Rows as they were, and the version each has now: it can be taken back as long as nobody changed them since.
  appointments jsonb not null,
  series jsonb not null,
  primary key (practice_id, id)
);

alter table appointments no force row level security;

alter table appointments
  drop column wire_row,
  drop constraint appointments_no_overlap,
  drop column occurs_at,
  add column series_id bigint,
  -- The day the rule gives, which an occurrence keeps that is moved by itself.
  add column occurs_on date,
  -- A practitioner who sees several patients at once has as many lanes; each lane holds one at a time.
  add column lane smallint not null default 1 check (lane between 1 and 50),
  add column overlap_reason appointment_title,
  add column cancelled_late boolean,
  add constraint appointments_series_fkey foreign key (practice_id, series_id)
    references appointment_series (practice_id, id),
  add constraint appointments_parent_fkey foreign key (practice_id, parent)
    references appointments (practice_id, id) deferrable initially deferred,
  add constraint appointments_series check (
    (series_id is null) = (occurs_on is null) and (series_id is null) = (parent is null)
  ),
  add constraint appointments_occurrence_key unique (practice_id, series_id, occurs_on) deferrable initially deferred,
  -- Looked at when a statement ends, so that the dates of a series may change places in one.
  add constraint appointments_no_overlap exclude using gist (
    practice_id with =, doctor_id with =, lane with =, tstzrange(start_at, end_at) with &&
  ) where (not allow_overlap and status <> 'cancelled') deferrable initially immediate;

drop function wire_appointment_row;
create function wire_appointment_row(
  id bigint, uid uuid, version integer, doctor_id bigint, patient_id bigint, patient_wire_name text, start_at timestamptz,
  end_at timestamptz, title text, note text, patient_note text, confirmed boolean, status text, cancel_reason text,
  cancelled_late boolean, parent bigint, every jsonb, until timestamptz, detached boolean, allow_overlap boolean,
  overlap_reason text, created_at timestamptz, updated_at timestamptz
) returns text language plpgsql immutable parallel safe as $$
begin
  return concat(
    '{"id":', id, ',"uid":"', uid,
    '","version":', version,
    ',"doctorId":', doctor_id,
    ',"patientId":', coalesce(patient_id::text, 'null'),
    ',"patientName":', coalesce(patient_wire_name, 'null'),
    ',"start":', public.wire_instant(start_at),
    ',"end":', public.wire_instant(end_at),
    ',"title":', coalesce(to_json(title)::text, 'null'),
    ',"note":', coalesce(to_json(note)::text, 'null'),
    ',"patientNote":', coalesce(to_json(patient_note)::text, 'null'),
    ',"confirmed":', confirmed::text,
    ',"status":"', status,
    '","cancelReason":', coalesce(to_json(cancel_reason)::text, 'null'),
    ',"cancelledLate":', coalesce(cancelled_late::text, 'null'),
    ',"parent":', coalesce(parent::text, 'null'),
    ',"every":', coalesce(every::text, 'null'),
    ',"until":', public.wire_instant(until),
    ',"detached":', detached::text,
    ',"allowOverlap":', allow_overlap::text,
    ',"overlapReason":', coalesce(to_json(overlap_reason)::text, 'null'),
    ',"createdAt":', public.wire_instant(created_at),
    ',"updatedAt":', public.wire_instant(updated_at));
end $$;

alter table appointments
  add column wire_row text not null generated always as (wire_appointment_row(
    id, uid, version, doctor_id, patient_id, patient_wire_name, start_at, end_at, title, note, patient_note, confirmed,
    status, cancel_reason, cancelled_late, parent, every, until, detached, allow_overlap, overlap_reason, created_at,
    updated_at)) stored;

-- How many patients a practitioner sees at once.
alter table doctors add column capacity smallint not null default 1 check (capacity between 1 and 50);

alter table appointments force row level security;

alter table appointment_series enable row level security;
alter table appointment_series force row level security;
create policy appointment_series_of_practice on appointment_series
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table appointment_undos enable row level security;
alter table appointment_undos force row level security;
create policy appointment_undos_of_practice on appointment_undos
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update, delete on appointment_series to {app_role};
grant select, insert, delete on appointment_undos to {app_role};
