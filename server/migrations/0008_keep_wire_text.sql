-- Rows of long lists hold the JSON that goes on the wire, as text, rendered by the database whenever they are written
-- (docs/decisions/0003-wire-text.md). What a list joins (names) or computes (a local day) is appended when it is read,
-- so the text ends without its closing brace. A change of the contract is a migration that drops the column and adds it anew.
--
-- Each column calls one function: PostgreSQL reads the text of a generated column's expression anew in every statement
-- that writes, the body of a PL/pgSQL function once a session. They are immutable: the same values give the same text
-- whatever a session has set.

-- An instant as iso() gives it: without fraction when there is none.
create function wire_instant(value timestamptz) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce('"' || rtrim(rtrim(to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '0'), '.') || 'Z"', 'null');
end $$;

create function wire_name(first_name text, last_name text) returns text language plpgsql immutable parallel safe as $$
begin
  return to_json(first_name || ' ' || last_name)::text;
end $$;

create function wire_author(id bigint, first_name text, last_name text) returns text language plpgsql immutable parallel safe as $$
begin
  return concat('{"id":', id, ',"fullName":', to_json(first_name || ' ' || last_name), '}');
end $$;

create function wire_patient_row(
  id bigint, uid uuid, version integer, first_name text, last_name text, file_id text, birth_date date, social_id text,
  phone text, mobile text, email text, address text, last_control timestamptz, profile_image_key text
) returns text language plpgsql immutable parallel safe as $$
begin
  return concat(
    '{"id":', id, ',"uid":"', uid,
    '","firstName":', to_json(first_name),
    ',"lastName":', to_json(last_name),
    ',"fileId":', to_json(file_id),
    ',"birthDate":', coalesce('"' || to_char(birth_date, 'YYYY-MM-DD') || '"', 'null'),
    ',"socialId":', coalesce(to_json(social_id)::text, 'null'),
    ',"phone":', coalesce(to_json(phone)::text, 'null'),
    ',"mobile":', coalesce(to_json(mobile)::text, 'null'),
    ',"email":', coalesce(to_json(email)::text, 'null'),
    ',"address":', coalesce(to_json(address)::text, 'null'),
    ',"lastControl":', public.wire_instant(last_control),
    ',"profileImgData":', case when profile_image_key is null then 'null' else concat(
      '{"thumbUrl":"/api/patient/', id, '/profileImage/thumb?v=', version,
      '","hiResUrl":"/api/patient/', id, '/profileImage/hires?v=', version,
      '","rawUrl":"/api/patient/', id, '/profileImage/hires?v=', version, '"}') end);
end $$;

create function wire_record_head(
  id bigint, uid uuid, version integer, patient_id bigint, author_id bigint, type text, subtype text, class_id text,
  class_version integer, occurred_at timestamptz, case_id bigint, session_number integer, case_status text,
  case_closed_on date, signed boolean, voided_at timestamptz, created_at timestamptz, updated_at timestamptz
) returns text language plpgsql immutable parallel safe as $$
begin
  return concat(
    '{"id":', id, ',"uid":"', uid,
    '","version":', version,
    ',"ownerId":', patient_id,
    ',"authorId":', author_id,
    ',"type":"', type,
    '","subtype":', coalesce(to_json(subtype)::text, 'null'),
    ',"recordClassId":', to_json(class_id),
    ',"recordClassVersion":', class_version,
    ',"date":', public.wire_instant(occurred_at),
    ',"caseId":', coalesce(case_id::text, 'null'),
    ',"sessionNumber":', coalesce(session_number::text, 'null'),
    ',"caseStatus":', coalesce('"' || case_status || '"', 'null'),
    ',"caseClosedOn":', coalesce('"' || to_char(case_closed_on, 'YYYY-MM-DD') || '"', 'null'),
    ',"signed":', signed::text,
    ',"voidedAt":', public.wire_instant(voided_at),
    ',"versions":', version,
    ',"createdAt":', public.wire_instant(created_at),
    ',"updatedAt":', public.wire_instant(updated_at));
end $$;

-- Content of a record is apart: members without clinical access do not get it.
create function wire_record_content(name text, case_outcome text, void_reason text) returns text language plpgsql immutable parallel safe as $$
begin
  return concat(
    ',"name":', coalesce(to_json(name)::text, 'null'),
    ',"caseOutcome":', coalesce(to_json(case_outcome)::text, 'null'),
    ',"voidReason":', coalesce(to_json(void_reason)::text, 'null'));
end $$;

create function wire_appointment_row(
  id bigint, uid uuid, version integer, doctor_id bigint, patient_id bigint, patient_wire_name text, start_at timestamptz,
  end_at timestamptz, title text, note text, patient_note text, confirmed boolean, status text, cancel_reason text,
  parent bigint, every jsonb, until timestamptz, allow_overlap boolean, created_at timestamptz, updated_at timestamptz
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
    ',"parent":', coalesce(parent::text, 'null'),
    ',"every":', coalesce(every::text, 'null'),
    ',"until":', public.wire_instant(until),
    ',"allowOverlap":', allow_overlap::text,
    ',"createdAt":', public.wire_instant(created_at),
    ',"updatedAt":', public.wire_instant(updated_at));
end $$;

alter table doctors
  add column wire_name text not null generated always as (wire_name(first_name, last_name)) stored,
  add column wire_author text not null generated always as (wire_author(id, first_name, last_name)) stored;

alter table patients
  add column wire_name text not null generated always as (wire_name(first_name, last_name)) stored,
  add column wire_row text not null generated always as (wire_patient_row(
    id, uid, version, first_name, last_name, file_id, birth_date, social_id, phone, mobile, email, address, last_control,
    profile_image_key)) stored;

alter table records
  add column wire_head text not null generated always as (wire_record_head(
    id, uid, version, patient_id, author_id, type, subtype, class_id, class_version, occurred_at, case_id, session_number,
    case_status, case_closed_on, signed, voided_at, created_at, updated_at)) stored,
  add column wire_content text not null generated always as (wire_record_content(name, case_outcome, void_reason)) stored;

-- Looking up the patients' names was more than half of what a week of agenda cost. An appointment keeps the name, and
-- its foreign key keeps that true: renaming a patient renames its appointments, in the same statement
-- (docs/decisions/0008-names-in-appointments.md).
alter table patients add constraint patients_name_key unique (practice_id, id, wire_name);

-- The key is checked by whoever owns the tables, who need not be a superuser.
alter table patients no force row level security;
alter table appointments no force row level security;

alter table appointments
  add constraint appointments_patient_fkey foreign key (practice_id, patient_id, patient_wire_name)
    references patients (practice_id, id, wire_name) on update cascade,
  add column wire_row text not null generated always as (wire_appointment_row(
    id, uid, version, doctor_id, patient_id, patient_wire_name, start_at, end_at, title, note, patient_note, confirmed,
    status, cancel_reason, parent, every, until, allow_overlap, created_at, updated_at)) stored;

alter table patients force row level security;
alter table appointments force row level security;
