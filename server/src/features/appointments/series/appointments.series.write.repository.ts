import { sql } from 'kysely'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { preparedAmong } from '../../../platform/database/prepared.ts'
import type { Day } from '../appointments.recurrence.ts'
import {
  appointmentWire,
  holdNames,
  joined,
  type KeptNames,
  keptName,
  refuseNobody,
} from '../appointments.repository.ts'
import type { SeriesRow } from './appointments.series.repository.ts'

/** What all occurrences of a new series have in common. */
export interface CommonColumns {
  readonly patientId: number | null
  readonly title: string | null
  readonly note: string | null
  readonly patientNote: string | null
  readonly confirmed: boolean
}

export interface NewOccurrence {
  readonly id: number
  readonly on: Day
  readonly start: number
  readonly end: number
  readonly doctorId: number
  readonly lane: number
  readonly detached: boolean
  readonly allowOverlap: boolean
  readonly overlapReason: string | null
}

const iso = (instant: number): string => new Date(instant).toISOString()

interface SeriesPlace {
  readonly practiceId: number
  readonly userId: number
  readonly seriesId: number
  /** The first occurrence. */
  readonly parent: number
}

/** Stores occurrences; rule and last day come from `alignOccurrences`. */
export const insertOccurrences = async (
  tx: Tx,
  { practiceId, userId, seriesId, parent }: SeriesPlace,
  common: CommonColumns,
  occurrences: readonly NewOccurrence[],
): Promise<void> => {
  if (occurrences.length === 0) return
  const rows = occurrences.map(({ on, start, end, doctorId, allowOverlap, overlapReason, ...others }) => ({
    ...others,
    occurs_on: on,
    start_at: iso(start),
    end_at: iso(end),
    doctor_id: doctorId,
    allow_overlap: allowOverlap,
    overlap_reason: overlapReason,
  }))
  const names = await holdNames(tx, practiceId, [common.patientId])
  const name = keptName(names, common.patientId)
  await sql`
    insert into appointments (practice_id, id, user_id, doctor_id, patient_id, patient_wire_name, start_at, end_at, title,
      note, patient_note, confirmed, series_id, parent, occurs_on, lane, detached, allow_overlap, overlap_reason)
    select ${practiceId}, r.id, ${userId}, r.doctor_id, ${common.patientId}, ${name}, r.start_at, r.end_at, ${common.title},
      ${common.note}, ${common.patientNote}, ${common.confirmed}, ${seriesId}, ${parent}, r.occurs_on, r.lane, r.detached,
      r.allow_overlap, r.overlap_reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, occurs_on date, start_at timestamptz,
      end_at timestamptz, doctor_id bigint, lane smallint, detached boolean, allow_overlap boolean, overlap_reason text)
    returning 1`.execute(tx)
  await refuseNobody(tx, practiceId, names)
}

export interface ChangedRow extends Omit<SeriesRow, 'snapshot' | 'version'> {
  readonly seriesId: number | null
}

/** Names of the patients to whom visits go that were another's. The others keep theirs: whoever renames locks the patient, then the visits. */
const holdNewNames = async (
  tx: Tx,
  practiceId: number,
  changed: readonly ChangedRow[],
): Promise<KeptNames> => {
  const wanted = changed.map(({ id, patientId }) => ({ id, patient_id: patientId }))
  const { rows } = await sql<{ patientId: number | null }>`
    select r.patient_id as "patientId" from json_to_recordset(${JSON.stringify(wanted)}::json) as r (id bigint, patient_id bigint)
      join appointments a on a.practice_id = ${practiceId} and a.id = r.id
    where a.patient_id is distinct from r.patient_id`.execute(tx)
  return holdNames(
    tx,
    practiceId,
    rows.map(({ patientId }) => patientId),
  )
}

/** Writes occurrences as they became, in one statement, each a version further. */
export const updateRows = async (
  tx: Tx,
  practiceId: number,
  changed: readonly Authorized<ChangedRow>[],
  lateHours: number,
): Promise<void> => {
  if (changed.length === 0) return
  const names = await holdNewNames(tx, practiceId, changed)
  const rows = changed.map((row) => ({
    id: row.id,
    occurs_on: row.on,
    start_at: iso(row.start),
    end_at: iso(row.end),
    doctor_id: row.doctorId,
    patient_id: row.patientId,
    title: row.title,
    note: row.note,
    patient_note: row.patientNote,
    confirmed: row.confirmed,
    status: row.status,
    cancel_reason: row.cancelReason,
    detached: row.detached,
    allow_overlap: row.allowOverlap,
    overlap_reason: row.overlapReason,
    lane: row.lane,
    series_id: row.seriesId,
    patient_wire_name: keptName(names, row.patientId),
  }))
  await sql`
    update appointments a set occurs_on = r.occurs_on, start_at = r.start_at, end_at = r.end_at, doctor_id = r.doctor_id,
      patient_id = r.patient_id,
      patient_wire_name = case when a.patient_id is not distinct from r.patient_id then a.patient_wire_name
        else r.patient_wire_name end,
      title = r.title, note = r.note, patient_note = r.patient_note, confirmed = r.confirmed, status = r.status,
      cancel_reason = r.cancel_reason,
      cancelled_at = choose(r.status <> 'cancelled', null::timestamptz, choose(a.status = 'cancelled', a.cancelled_at, now())),
      cancelled_late = choose(r.status <> 'cancelled', null::boolean, choose(a.status = 'cancelled', a.cancelled_late,
        a.start_at - now() < make_interval(mins => ${Math.round(lateHours * 60)}::int))),
      detached = r.detached, allow_overlap = r.allow_overlap, overlap_reason = r.overlap_reason, lane = r.lane,
      series_id = r.series_id, parent = case when r.series_id is null then null else coalesce(a.parent, a.id) end,
      version = a.version + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, occurs_on date, start_at timestamptz,
      end_at timestamptz, doctor_id bigint, patient_id bigint, title text, note text, patient_note text, confirmed boolean,
      status text, cancel_reason text, detached boolean, allow_overlap boolean, overlap_reason text, lane smallint,
      series_id bigint, patient_wire_name text)
    where a.practice_id = ${practiceId} and a.id = r.id`.execute(tx)
  await refuseNobody(tx, practiceId, names)
}

/** Gives appointments another lane; nobody sees lanes, so it is no version of them. */
export const setLanes = async (
  tx: Tx,
  practiceId: number,
  lanes: ReadonlyMap<number, number>,
): Promise<void> => {
  if (lanes.size === 0) return
  // Lanes change places: they are looked at again before anything is answered.
  await sql`select defer_constraints(${practiceId})`.execute(tx)
  const rows = [...lanes].map(([id, lane]) => ({ id, lane }))
  await sql`
    update appointments a set lane = r.lane from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, lane smallint)
    where a.practice_id = ${practiceId} and a.id = r.id`.execute(tx)
}

const writeVersions = preparedAmong<unknown, { readonly practiceId: number; readonly userId: number }>(
  ({ practiceId, userId }, isAmong) => sql`
    insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
    select a.practice_id, a.id, a.version, ${userId}, ${appointmentWire}
    from ${joined(practiceId)} where a.practice_id = ${practiceId} and ${isAmong(sql`a.id`)}
    returning 1`,
)

/** Keeps what appointments are now as their present versions. */
export const keepVersions = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
  userId: number,
): Promise<void> => {
  await writeVersions(tx, ids, { practiceId, userId })
}

/** Removes appointments; the last version of each is an empty one that says who removed it. */
export const deleteRows = async (
  tx: Tx,
  practiceId: number,
  rows: readonly Authorized<{ readonly id: number }>[],
  userId: number,
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    with gone as (
      delete from appointments where practice_id = ${practiceId} and id = any(${rows.map(({ id }) => id)}::bigint[])
      returning id, version
    )
    insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
    select ${practiceId}, id, version + 1, ${userId}, null from gone returning 1`.execute(tx)
}
