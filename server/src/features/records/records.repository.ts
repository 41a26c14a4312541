import type { CaseOutcome, CaseStatus } from '@ulna/contract/records'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { prepared } from '../../platform/prepared.ts'
import { joinBytes, type WireBytes, WireParts, type WireRow } from '../../platform/wire.ts'
import { recordWire } from './records.wire.ts'

const joined = sql`records r join doctors d on d.practice_id = r.practice_id and d.id = r.author_id`

export interface WireRecords {
  readonly rows: WireParts
  readonly total: number
}

export interface Reader {
  readonly practiceId: number
  readonly clinical: boolean
  /** The zone whose days count, as PostgreSQL knows it. */
  readonly zone: string
}

const newestFirst = sql`r.occurred_at desc, r.id desc`

type Find = (tx: Tx, reader: Reader, id: number) => Promise<WireRecords>

/** Rows that belong to one id, as those with clinical access get them and as the others do. */
const findMany = (
  where: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Find => {
  const build = (clinical: boolean) =>
    prepared<WireBytes, [zone: string, practiceId: number, id: number]>(
      (zone, practiceId, id) => sql`
        select ${recordWire(clinical, zone)} as bytes from ${joined}
        where r.practice_id = ${practiceId} and ${where(id)} order by ${order}`,
    )
  const whole = build(true)
  const withoutContent = build(false)
  return async (tx, { clinical, zone, practiceId }, id) => {
    const rows = await (clinical ? whole : withoutContent)(tx, zone, practiceId, id)
    return { rows: joinBytes(rows), total: rows.length }
  }
}

/** Every record of a patient, newest first, void ones included. */
export const findPatientRecords = findMany((patientId) => sql`r.patient_id = ${patientId}`, newestFirst)

export const findPatientCases = findMany(
  (patientId) => sql`r.patient_id = ${patientId} and r.type = 'control' and r.subtype = 'case'`,
  newestFirst,
)

export const findFollowUpsOfCase = findMany(
  (caseId) => sql`r.case_id = ${caseId}`,
  sql`r.session_number, r.id`,
)

const findOne = findMany((id) => sql`r.id = ${id}`, newestFirst)

const usedClasses = prepared<{ classes: string }, [practiceId: number, patientId: number]>(
  (practiceId, patientId) => sql`
    select '[' || coalesce(string_agg(concat('{"classId":"', class_id, '","version":', class_version, '}'), ','), '') || ']' as classes
    from (
      select distinct class_id, class_version from records where practice_id = ${practiceId} and patient_id = ${patientId}
    ) used`,
)

/** The class versions the records of a patient were written with, as a wire array. */
export const findUsedClasses = async (tx: Tx, practiceId: number, patientId: number): Promise<string> => {
  const [row] = await usedClasses(tx, practiceId, patientId)
  return row?.classes ?? '[]'
}

export const findRecordWire = async (tx: Tx, reader: Reader, id: number): Promise<string | undefined> => {
  const { rows, total } = await findOne(tx, reader, id)
  return total === 0 ? undefined : rows.toString().slice(1, -1)
}

/** The stored columns that decide what may be done with a record. */
export interface RecordState {
  readonly id: number
  readonly version: number
  readonly patientId: number
  readonly authorId: number
  readonly type: string
  readonly subtype: string | null
  readonly classId: string
  readonly classVersion: number
  readonly occurredAt: Date
  readonly data: string
  readonly caseId: number | null
  readonly caseStatus: CaseStatus | null
  readonly signed: boolean
  readonly voided: boolean
  readonly createdAt: Date
}

const state = sql`
  id, version, patient_id as "patientId", author_id as "authorId", type, subtype, class_id as "classId",
  class_version as "classVersion", occurred_at as "occurredAt", data, case_id as "caseId", case_status as "caseStatus",
  signed, voided_at is not null as voided, created_at as "createdAt"`

const readState = prepared<RecordState, [practiceId: number, id: number]>(
  (practiceId, id) => sql`select ${state} from records where practice_id = ${practiceId} and id = ${id}`,
)

export const findRecordState = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<RecordState | undefined> => (await readState(tx, practiceId, id))[0]

/** The medical history that counts, if the patient has one. */
export const findMedicalHistory = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<RecordState | undefined> => {
  const { rows } = await sql<RecordState>`
    select ${state} from records
    where practice_id = ${practiceId} and patient_id = ${patientId} and type = 'med_hist' and voided_at is null`.execute(
    tx,
  )
  return rows[0]
}

export interface NewRecord {
  readonly practiceId: number
  readonly patientId: number
  readonly authorId: number
  readonly type: string
  readonly subtype: string | null
  readonly classId: string
  readonly classVersion: number
  readonly name: string | null
  /** ISO 8601; null is now. */
  readonly occurredAt: string | null
  /** JSON text, kept byte for byte. */
  readonly data: string
  readonly caseId: number | null
  readonly caseStatus: CaseStatus | null
}

interface WrittenRecord extends WireRow {
  readonly id: number
}

type NewRecordValues = [
  practiceId: number,
  patientId: number,
  authorId: number,
  type: string,
  subtype: string | null,
  classId: string,
  classVersion: number,
  name: string | null,
  occurredAt: string | null,
  data: string,
  caseId: number | null,
  caseStatus: string | null,
  zone: string,
]

// The number a follow-up gets in its case. The patient's row is locked, so two that race get two numbers.
const nextNumber = (
  practice: RawBuilder<unknown>,
  caseId: RawBuilder<unknown>,
): RawBuilder<number | null> => sql`
  case when ${caseId}::bigint is not null then (
    select coalesce(max(session_number), 0) + 1 from records
    where practice_id = ${practice} and case_id = ${caseId} and voided_at is null
  ) end`

const insertWithVersion = prepared<WrittenRecord, NewRecordValues>(
  (
    practice,
    patient,
    author,
    type,
    subtype,
    classId,
    classVersion,
    name,
    occurred,
    data,
    caseId,
    status,
    zone,
  ) => sql`
    with r as (
      insert into records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at,
        data, case_id, session_number, case_status)
      values (${practice}, ${patient}, ${author}, ${type}, ${subtype}, ${classId}, ${classVersion}, ${name},
        coalesce(${occurred}::timestamptz, now()), ${data}::json, ${caseId}, ${nextNumber(practice, caseId)}, ${status})
      returning *
    ), kept as (
      insert into record_versions (practice_id, record_id, version, author_id, occurred_at, class_id, class_version, data)
      select practice_id, id, version, author_id, occurred_at, class_id, class_version, data from r
    )
    select r.id, ${recordWire(true, zone)} as wire
    from r join doctors d on d.practice_id = r.practice_id and d.id = r.author_id`,
)

/** Stores the record with its session number and its first version in one statement; answers its id and its wire JSON, content and all. */
export const insertRecord = async (tx: Tx, record: NewRecord, zone: string): Promise<WrittenRecord> => {
  const [written] = await insertWithVersion(
    tx,
    record.practiceId,
    record.patientId,
    record.authorId,
    record.type,
    record.subtype,
    record.classId,
    record.classVersion,
    record.name,
    record.occurredAt,
    record.data,
    record.caseId,
    record.caseStatus,
    zone,
  )
  if (!written) throw new Error('the record was not stored')
  return written
}

export interface RecordColumns {
  readonly author_id?: number
  readonly class_id?: string
  readonly class_version?: number
  readonly name?: string | null
  readonly occurred_at?: string
  readonly data?: string
  readonly case_status?: CaseStatus
  readonly case_outcome?: CaseOutcome | null
  readonly case_closed_on?: string | null
}

/** Changes a record and keeps what it became as a new version. The author of the version is who changes it. */
export const updateRecord = async (
  tx: Tx,
  practiceId: number,
  id: number,
  columns: RecordColumns,
  by: { doctorId: number; reason: string | null },
): Promise<void> => {
  await tx
    .updateTable('records')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`
    insert into record_versions (practice_id, record_id, version, author_id, occurred_at, class_id, class_version, data, reason)
    select practice_id, id, version, ${by.doctorId}, occurred_at, class_id, class_version, data, ${by.reason}
    from records where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Marks a record as entered in error: it stays, and no longer counts. */
export const voidRecordRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
  by: { userId: number; doctorId: number; reason: string },
): Promise<void> => {
  await sql`
    update records set voided_at = now(), voided_by = ${by.userId}, void_reason = ${by.reason}, version = version + 1,
      updated_at = now()
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  await sql`
    insert into record_versions (practice_id, record_id, version, author_id, occurred_at, class_id, class_version, data, reason)
    select practice_id, id, version, ${by.doctorId}, occurred_at, class_id, class_version, data, ${by.reason}
    from records where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Follow-ups of a case that count. */
export const countFollowUps = async (tx: Tx, practiceId: number, caseId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from records
    where practice_id = ${practiceId} and case_id = ${caseId} and voided_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Every version of a record, oldest first, as a wire array. */
export const findVersions = async (tx: Tx, practiceId: number, id: number): Promise<WireRecords> => {
  const { rows } = await sql<{ rows: string; total: number }>`
    select '[' || coalesce(string_agg(concat('{"version":', v.version, ',"at":"', iso(v.at),
      '","author":{"id":', d.id, ',"fullName":', to_json(d.full_name), '},"date":"', iso(v.occurred_at),
      '","data":', v.data, ',"reason":', coalesce(to_json(v.reason)::text, 'null'), '}'), ',' order by v.version), '') || ']' as rows,
      count(*)::int as total
    from record_versions v join doctors d on d.practice_id = v.practice_id and d.id = v.author_id
    where v.practice_id = ${practiceId} and v.record_id = ${id}`.execute(tx)
  return { rows: new WireParts([rows[0]?.rows ?? '[]']), total: rows[0]?.total ?? 0 }
}

/** Unsigned records of an author from the last days, newest first, as a wire array of the contract's Today. */
export const findUnsigned = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  editHours: number,
): Promise<string> => {
  const { rows } = await sql<{ rows: string }>`
    select '[' || coalesce(string_agg(concat('{"recordId":', r.id, ',"patientId":', r.patient_id, ',"patientName":',
      to_json(p.full_name), ',"type":"', r.type, '","subtype":', coalesce('"' || r.subtype || '"', 'null'),
      ',"sessionNumber":', coalesce(r.session_number::text, 'null'), ',"date":"', iso(r.occurred_at),
      '","editableUntil":"', iso(r.created_at + make_interval(secs => ${editHours * 3600})), '"}'), ',' order by r.created_at desc), '') || ']' as rows
    from (
      select * from records
      where practice_id = ${practiceId} and author_id = ${doctorId} and not signed and voided_at is null
        and created_at > now() - make_interval(secs => ${editHours * 3600})
      order by created_at desc limit 10
    ) r join patients p on p.practice_id = r.practice_id and p.id = r.patient_id`.execute(tx)
  return rows[0]?.rows ?? '[]'
}

/** Patients with an active case of a practitioner and no visit ahead, longest without a control first. */
export const findWithoutNextVisit = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  clinical: boolean,
): Promise<string> => {
  const { rows } = await sql<{ rows: string }>`
    select '[' || coalesce(string_agg(concat('{"patientId":', c.patient_id, ',"patientName":', to_json(c.full_name),
      ',"caseId":', c.id, ',"caseName":', case when ${clinical} then coalesce(to_json(c.name)::text, 'null') else 'null' end,
      ',"lastControl":', coalesce('"' || iso(c.last_control) || '"', 'null'), '}'), ',' order by c.last_control desc), '') || ']' as rows
    from (
      select r.id, r.patient_id, r.name, p.full_name, p.last_control
      from records r join patients p on p.practice_id = r.practice_id and p.id = r.patient_id
      where r.practice_id = ${practiceId} and r.author_id = ${doctorId} and r.case_status = 'active' and r.voided_at is null
        and p.last_control > now() - interval '120 days'
        and not exists (
          select 1 from appointments a where a.practice_id = r.practice_id and a.patient_id = r.patient_id
            and a.start_at > now() and a.status in ('booked', 'arrived')
        )
      order by p.last_control desc limit 5
    ) c`.execute(tx)
  return rows[0]?.rows ?? '[]'
}
