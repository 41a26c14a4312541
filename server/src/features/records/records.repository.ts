import type { RecordData } from '@ulna/contract/record-class/record-class.validation'
import type {
  CaseStatus,
  RecordClassReference,
  RecordRow,
  RecordVersion,
} from '@ulna/contract/records/records'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import {
  type Json,
  joinBytes,
  jsonOf,
  type WireBytes,
  type WireList,
  type WireParts,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'
import { recordWire } from './records.wire.ts'

const joined = (practiceId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`records r join doctors d on d.practice_id = ${practiceId} and d.id = r.author_id`

/** Records as a wire array, with the number of them. */
export interface WireRecords extends WireList<RecordRow> {
  readonly rows: WireParts<RecordRow[]>
}

/** Who asks: what they may read, and on whose clock. */
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
  where: (id: RawBuilder<unknown>, practiceId: RawBuilder<unknown>) => RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Find => {
  const build = (clinical: boolean) =>
    prepared<
      WireBytes<RecordRow>,
      { readonly zone: string; readonly practiceId: number; readonly id: number }
    >(
      ({ zone, practiceId, id }) => sql`
        select ${recordWire(clinical, zone)} as bytes from ${joined(practiceId)}
        where r.practice_id = ${practiceId} and ${where(id, practiceId)} order by ${order}`,
    )
  const whole = build(true)
  const withoutContent = build(false)
  return async (tx, { clinical, zone, practiceId }, id) => {
    const rows = await (clinical ? whole : withoutContent)(tx, { zone, practiceId, id })
    return { rows: joinBytes(rows), total: rows.length }
  }
}

/** Every record of a patient, newest first, void ones included. */
export const findPatientRecords = findMany((patientId) => sql`r.patient_id = ${patientId}`, newestFirst)

/** The cases of a patient, newest first, void ones included. */
export const findPatientCases = findMany(
  (patientId) => sql`r.patient_id = ${patientId} and r.type = 'control' and r.subtype = 'case'`,
  newestFirst,
)

/** The follow-ups of a case in the order of their sessions, void ones included. */
export const findFollowUpsOfCase = findMany(
  (caseId) => sql`r.case_id = ${caseId}`,
  sql`r.session_number, r.id`,
)

const ofPackage = (
  practiceId: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`exists (
  select from session_package_uses u
  where u.practice_id = ${practiceId} and u.record_id = r.id and ${condition})`

/** Cases and follow-ups of a patient that count and are in no session package, newest first. */
export const findSelectableRecords = findMany(
  (patientId, practiceId) =>
    sql`r.patient_id = ${patientId} and r.type = 'control' and r.voided_at is null and not ${ofPackage(practiceId, sql`true`)}`,
  newestFirst,
)

/** The records that count on a session package, newest first. */
export const findRecordsOfPackage = findMany(
  (packageId, practiceId) => ofPackage(practiceId, sql`u.package_id = ${packageId}`),
  newestFirst,
)

const findOne = findMany((id) => sql`r.id = ${id}`, newestFirst)

/** One record as wire JSON; undefined when there is none in this practice. */
export const findRecordWire = async (
  tx: Tx,
  reader: Reader,
  id: number,
): Promise<Json<RecordRow> | undefined> => {
  const { rows, total } = await findOne(tx, reader, id)
  return total === 0 ? undefined : (rows.toString().slice(1, -1) as Json<RecordRow>)
}

const usedClasses = prepared<
  { classes: Json<RecordClassReference[]> },
  { readonly practiceId: number; readonly patientId: number }
>(
  ({ practiceId, patientId }) => sql`
    select '[' || coalesce(string_agg(concat('{"classId":"', class_id, '","version":', class_version, '}'), ','), '') || ']' as classes
    from (
      select distinct class_id, class_version from records where practice_id = ${practiceId} and patient_id = ${patientId}
    ) used`,
)

/** The class versions the records of a patient were written with, as a wire array. */
export const findUsedClasses = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<Json<RecordClassReference[]>> => {
  const [row] = await usedClasses(tx, { practiceId, patientId })
  return row?.classes ?? jsonOf([])
}

/** `v` the version, `d` who made it. */
const versionWire = wireObject<RecordVersion>({
  version: wire.number('v.version'),
  change: wire.plain('v.change'),
  at: wire.instant('v.at'),
  author: sql.ref('d.wire_author'),
  date: wire.instant('v.occurred_at'),
  recordClassId: wire.plain('v.class_id'),
  recordClassVersion: wire.number('v.class_version'),
  data: sql`v.data::text`,
  caseStatus: wire.optionalPlain('v.case_status'),
  caseOutcome: wire.optionalPlain('v.case_outcome'),
  caseClosedOn: wire.optionalPlain('v.case_closed_on'),
  reason: wire.optionalText('v.reason'),
})

/** Every version of a record, oldest first, as a wire array. */
export const findVersions = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<WireList<RecordVersion> & { readonly rows: Json<RecordVersion[]> }> => {
  const { rows } = await sql<{ rows: Json<RecordVersion[]>; total: number }>`
    select ${wireArray(versionWire, sql`v.version`)} as rows, count(*)::int as total
    from record_versions v join doctors d on d.practice_id = ${practiceId} and d.id = v.author_id
    where v.practice_id = ${practiceId} and v.record_id = ${id}`.execute(tx)
  return rows[0] ?? { rows: jsonOf([]), total: 0 }
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
  readonly data: Json<RecordData>
  readonly caseId: number | null
  readonly sessionNumber: number | null
  readonly caseStatus: CaseStatus | null
  readonly caseOutcome: string | null
  /** Calendar day. */
  readonly caseClosedOn: string | null
  readonly signed: boolean
  readonly voided: boolean
  readonly former: boolean
  readonly createdAt: Date
}

const state = sql`
  id, version, patient_id as "patientId", author_id as "authorId", type, subtype, class_id as "classId",
  class_version as "classVersion", occurred_at as "occurredAt", data, case_id as "caseId", session_number as "sessionNumber", case_status as "caseStatus", case_outcome as "caseOutcome",
  to_char(case_closed_on, 'YYYY-MM-DD') as "caseClosedOn",
  signed, voided_at is not null as voided, former, created_at as "createdAt"`

const readState = prepared<RecordState, { readonly practiceId: number; readonly id: number }>(
  ({ practiceId, id }) => sql`select ${state} from records where practice_id = ${practiceId} and id = ${id}`,
)

/** The state of a record; undefined when there is none in this practice. */
export const findRecordState = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<RecordState | undefined> => (await readState(tx, { practiceId, id }))[0]

/** The medical history that counts, if the patient has one. */
export const findMedicalHistory = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<RecordState | undefined> => {
  const { rows } = await sql<RecordState>`
    select ${state} from records
    where practice_id = ${practiceId} and patient_id = ${patientId} and type = 'med_hist' and voided_at is null
      and not former`.execute(tx)
  return rows[0]
}
