const patientColumns = `p.id, p.uid, p.version, p.first_name as "firstName", p.last_name as "lastName", p.file_id as "fileId",
  p.birth_date as "birthDate", p.social_id as "socialId", p.phone, p.mobile, p.email, p.address`

const wholePatient = `${patientColumns}, p.practice_id as "practiceId", p.note, p.clinic_summary as "clinicSummary",
  p.last_control as "lastControl", coalesce(p.unlocked_until > now(), false) as unlocked,
  p.last_unlocked_at as "lastUnlockedDate", p.last_locked_at as "lastLockedDate", null as "profileImgData",
  p.created_at as "createdAt", p.updated_at as "updatedAt"`

const record = (
  alias: string,
): string => `${alias}.id, ${alias}.uid, ${alias}.version, ${alias}.patient_id as "ownerId",
  ${alias}.author_id as "authorId", ${alias}.type, ${alias}.subtype, ${alias}.class_id as "recordClassId",
  ${alias}.class_version as "recordClassVersion", ${alias}.name, ${alias}.occurred_at as date,
  (${alias}.occurred_at at time zone 'America/Bogota')::date as "localDay", ${alias}.case_id as "caseId",
  ${alias}.session_number as "sessionNumber", ${alias}.case_status as "caseStatus", ${alias}.case_outcome as "caseOutcome",
  ${alias}.case_closed_on as "caseClosedOn", ${alias}.signed, ${alias}.voided_at as "voidedAt",
  ${alias}.void_reason as "voidReason", ${alias}.version as versions, ${alias}.created_at as "createdAt",
  ${alias}.updated_at as "updatedAt", ${alias}.data`

const appointment = (
  alias: string,
): string => `${alias}.id, ${alias}.uid, ${alias}.version, ${alias}.doctor_id as "doctorId",
  ${alias}.patient_id as "patientId", ${alias}.start_at as start, ${alias}.end_at as end, ${alias}.title, ${alias}.note,
  ${alias}.patient_note as "patientNote", ${alias}.confirmed, ${alias}.status, ${alias}.cancel_reason as "cancelReason",
  ${alias}.cancelled_late as "cancelledLate", ${alias}.parent, ${alias}.every, ${alias}.until, ${alias}.detached,
  ${alias}.allow_overlap as "allowOverlap", ${alias}.overlap_reason as "overlapReason",
  ${alias}.created_at as "createdAt", ${alias}.updated_at as "updatedAt"`

/** One patient: practice, id. */
export const readOne = `select json_agg(x)::text as text from (
  select ${wholePatient} from patients p where p.practice_id = $1 and p.id = $2) x`

/** A patient with all records: practice, id. */
export const openFile = `select json_build_object(
  'patient', (select json_agg(x) from (select ${wholePatient} from patients p where p.practice_id = $1 and p.id = $2) x),
  'records', (select json_agg(x) from (
    select ${record('r')}, json_build_object('id', d.id, 'fullName', d.full_name) as author
    from records r join doctors d on d.practice_id = r.practice_id and d.id = r.author_id
    where r.practice_id = $1 and r.patient_id = $2 order by r.occurred_at desc, r.id desc) x))::text as text`

/** The agenda of a practice: practice, first day, day after the last. */
export const readAgenda = `select json_agg(x)::text as text from (
  select ${appointment('a')}, d.full_name as "doctorName", p.full_name as "patientName"
  from appointments a
  join doctors d on d.practice_id = a.practice_id and d.id = a.doctor_id
  left join patients p on p.practice_id = a.practice_id and p.id = a.patient_id
  where a.practice_id = $1 and a.start_at >= ($2::timestamp at time zone 'America/Bogota')
    and a.start_at < ($3::timestamp at time zone 'America/Bogota')
  order by a.start_at, a.id) x`

/** The first 50 patients with all the words, and how many there are: practice, then a pattern a word. */
export const findByName = (words: number): string => {
  const matches = Array.from({ length: words }, (_, index) => `p.search_text like $${index + 2}`)
  return `select json_agg(x)::text as text from (
    select ${patientColumns}, coalesce(p.unlocked_until > now(), false) as unlocked, p.last_control as "lastControl",
      null as "profileImgData", count(*) over () as total
    from patients p where p.practice_id = $1 and ${matches.join(' and ')} order by p.sort_name, p.id limit 50) x`
}

/** A record: practice, patient, type, subtype, class, data, case. */
export const writeOne = `with w as (
    insert into bench.records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, occurred_at, data,
      case_id, session_number)
    values ($1, $2, 2001, $3, $4, $5, 1, now(), $6::json, $7, 1) returning *
  ) select json_agg(x)::text as text from (select ${record('w')} from w) x`

/** An appointment: practice, practitioner, patient, start, end, title. */
export const bookOne = `with w as (
    insert into bench.appointments (practice_id, doctor_id, patient_id, user_id, start_at, end_at, title)
    values ($1, $2, $3, 1001, $4, $5, $6) returning *
  ) select json_agg(x)::text as text from (select ${appointment('w')} from w) x`
