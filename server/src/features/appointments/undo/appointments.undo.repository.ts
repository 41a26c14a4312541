import { undoSeconds } from '@ulna/contract/appointments/appointments.series'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { type Json, parseJson } from '../../../platform/database/wire.ts'
import type { Seat } from '../appointments.lanes.ts'
import type { Day } from '../appointments.recurrence.ts'
import { appointmentWire, holdNames, joined, keptName } from '../appointments.repository.ts'
import { alignOccurrences } from '../series/appointments.series.repository.ts'

/** What a change replaced. */
export interface Replaced {
  readonly appointments: readonly {
    readonly id: number
    /** The version it has now; null when it is gone. */
    readonly version: number | null
    /** The row as it was, as JSON text; null when it was made. */
    readonly before: string | null
  }[]
  readonly series: readonly ReplacedSeries[]
}

export interface ReplacedSeries {
  readonly id: number
  readonly before: string | null
  /** A digest of what it is now; null when it is gone. */
  readonly now?: string | null
}

export interface StoredUndo extends Replaced {
  readonly isLate: boolean
}

/** Seconds a wish to undo may be on its way. */
const graceSeconds = 5

const rowsJson = (rows: readonly { readonly before: string | null }[]): string =>
  `[${rows
    .map(({ before, ...others }) => `${JSON.stringify(others).slice(0, -1)},"before":${before ?? 'null'}}`)
    .join(',')}]`

export const insertUndo = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  { appointments, series }: Replaced,
): Promise<{ readonly id: number; readonly at: Date }> => {
  const { rows } = await sql<{ id: number; at: Date }>`
    insert into appointment_undos (practice_id, user_id, at, appointments, series)
    values (${practiceId}, ${userId}, clock_timestamp(), ${rowsJson(appointments)}::jsonb, ${rowsJson(series)}::jsonb)
    returning id, at`.execute(tx)
  if (!rows[0]) throw new Error('nothing was kept to undo')
  return rows[0]
}

export const deleteUndo = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`delete from appointment_undos where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

interface UndoColumns {
  readonly appointments: Json<KeptRow[]>
  readonly series: Json<KeptRow[]>
  readonly at: Date
}

interface KeptRow {
  readonly id: number
  readonly version?: number | null
  readonly now?: string | null
  readonly before: unknown
}

const asText = (rows: readonly KeptRow[]) =>
  rows.map(({ id, version = null, now = null, before }) => ({
    id,
    version,
    now,
    before: before === null ? null : JSON.stringify(before),
  }))

/** Takes what is kept of a change the user made: it can be taken back once. */
export const takeUndo = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  id: number,
): Promise<StoredUndo | undefined> => {
  const { rows } = await sql<UndoColumns>`
    delete from appointment_undos where practice_id = ${practiceId} and id = ${id} and user_id = ${userId}
    returning appointments::text as appointments, series::text as series, at`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return {
    appointments: asText(parseJson(row.appointments)),
    series: asText(parseJson(row.series)),
    isLate: row.at.getTime() < (await databaseNow(tx)) - (undoSeconds + graceSeconds) * 1000,
  }
}

/** A digest of each series as it is now, by id; those that are gone are missing. */
export const digestsOfSeries = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; digest: string }>`
    select id, md5((to_jsonb(s) - 'updated_at')::text) as digest from appointment_series s
    where practice_id = ${practiceId} and id = any(${ids}::bigint[]) order by id ${lock ? sql`for update` : sql``}`.execute(
    tx,
  )
  return new Map(rows.map(({ id, digest }) => [id, digest]))
}

/** The versions appointments have now, locked; those that are gone are missing. */
export const lockVersions = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from appointments where practice_id = ${practiceId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const beforeText = ({ appointments }: Replaced): string =>
  `[${appointments.flatMap(({ before }) => (before === null ? [] : [before])).join(',')}]`

const idsOf = ({ appointments }: Replaced): number[] => appointments.map(({ id }) => id)

interface Concerned {
  readonly doctorIds: readonly number[]
  /** Patient it concerns; null when it is nobody or several. */
  readonly patientId: number | null
}

/** Whose agendas and which patient taking back would touch: where the appointments are and where they were. */
export const concernedBy = async (tx: Tx, practiceId: number, undo: Replaced): Promise<Concerned> => {
  const { rows } = await sql<{ doctorId: number; patientId: number | null }>`
    select doctor_id as "doctorId", patient_id as "patientId" from appointments
      where practice_id = ${practiceId} and id = any(${idsOf(undo)}::bigint[])
    union select doctor_id, patient_id
      from json_to_recordset(${beforeText(undo)}::json) as r (doctor_id bigint, patient_id bigint)`.execute(
    tx,
  )
  const [patientId = null, ...others] = new Set(rows.map((row) => row.patientId))
  return {
    doctorIds: [...new Set(rows.map(({ doctorId }) => doctorId))],
    patientId: others.length > 0 ? null : patientId,
  }
}

interface FormerColumns {
  readonly key: number
  readonly doctorId: number
  readonly on: Day | null
  readonly startAt: Date
  readonly endAt: Date
  /** It stands where it stood. */
  readonly stays: boolean
  /** It stood among the others, neither cancelled nor over them. */
  readonly stood: boolean
}

export interface FormerPlaces {
  /** Appointments that need the room they had. */
  readonly seats: readonly Seat[]
  readonly staying: ReadonlySet<number>
}

/** Where appointments stood that a change moved, removed or cancelled. */
export const findFormerPlaces = async (tx: Tx, practiceId: number, undo: Replaced): Promise<FormerPlaces> => {
  const { rows } = await sql<FormerColumns>`
    select r.id as key, r.doctor_id as "doctorId", r.occurs_on::text as on, r.start_at as "startAt", r.end_at as "endAt",
      r.status <> 'cancelled' and not r.allow_overlap as stood,
      coalesce(a.status <> 'cancelled' and not a.allow_overlap and r.status <> 'cancelled' and not r.allow_overlap
        and (a.doctor_id, a.start_at, a.end_at) = (r.doctor_id, r.start_at, r.end_at), false) as stays
    from jsonb_populate_recordset(null::appointments, ${beforeText(undo)}::jsonb) r
      left join appointments a on a.practice_id = ${practiceId} and a.id = r.id`.execute(tx)
  const seats = rows
    .filter(({ stood, stays }) => stood && !stays)
    .map(({ key, doctorId, on, startAt, endAt }) => ({
      key,
      doctorId,
      on,
      start: startAt.getTime(),
      end: endAt.getTime(),
    }))
  return { seats, staying: new Set(rows.flatMap(({ key, stays }) => (stays ? [key] : []))) }
}

export const putBackSeries = async (tx: Tx, practiceId: number, { series }: Replaced): Promise<void> => {
  const before = `[${series.flatMap((one) => (one.before === null ? [] : [one.before])).join(',')}]`
  await sql`
    insert into appointment_series (practice_id, id, rule, until, timezone, first_day, wall_time, duration_ms, taken_out,
      course_id, created_at, updated_at)
    select ${practiceId}, r.id, r.rule, r.until, r.timezone, r.first_day, r.wall_time, r.duration_ms, r.taken_out,
      r.course_id, r.created_at, now()
    from jsonb_populate_recordset(null::appointment_series, ${before}::jsonb) r
    on conflict (practice_id, id) do update set rule = excluded.rule, until = excluded.until,
      first_day = excluded.first_day, wall_time = excluded.wall_time, duration_ms = excluded.duration_ms,
      taken_out = excluded.taken_out, updated_at = excluded.updated_at
    returning 1`.execute(tx)
}

/** Columns that are put back as they were; the lane is looked for anew, and the rest is of the row itself. */
const content = sql.join(
  [
    'doctor_id',
    'patient_id',
    'patient_wire_name',
    'start_at',
    'end_at',
    'title',
    'note',
    'patient_note',
    'confirmed',
    'status',
    'cancel_reason',
    'cancelled_at',
    'cancelled_late',
    'parent',
    'every',
    'until',
    'detached',
    'allow_overlap',
    'overlap_reason',
    'series_id',
    'occurs_on',
  ].map((column) => sql.ref(column)),
)

const lanesJson = (lanes: ReadonlyMap<number, number>): string =>
  JSON.stringify([...lanes].map(([id, lane]) => ({ id, lane })))

/** Names that the appointments which come back keep, as rows. */
const keptNames = async (
  tx: Tx,
  practiceId: number,
  { appointments }: Replaced,
): Promise<readonly { readonly id: number; readonly name: string | null }[]> => {
  const patients = appointments.flatMap(({ before }) =>
    before === null ? [] : [(JSON.parse(before) as { readonly patient_id: number | null }).patient_id],
  )
  const names = await holdNames(tx, practiceId, patients)
  return [...new Set(patients.filter((id) => id !== null))].map((id) => ({ id, name: keptName(names, id) }))
}

/** Made ones go, changed ones become what they were, removed ones come back; each a version further. */
export const putBackRows = async (
  tx: Tx,
  practiceId: number,
  { userId, undo, lanes }: { userId: number; undo: Replaced; lanes: ReadonlyMap<number, number> },
): Promise<void> => {
  const before = beforeText(undo)
  const ids = idsOf(undo)
  const made = undo.appointments.filter((one) => one.before === null).map(({ id }) => id)
  const seriesIds = undo.series.filter((one) => one.before === null).map(({ id }) => id)
  await sql`select defer_constraints(${practiceId})`.execute(tx)
  await sql`
    with gone as (
      delete from appointments where practice_id = ${practiceId} and id = any(${made}::bigint[]) returning id, version
    )
    insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
    select ${practiceId}, id, version + 1, ${userId}, null from gone returning 1`.execute(tx)
  // The patient may have been renamed meanwhile: the name is read anew.
  const names = await keptNames(tx, practiceId, undo)
  const was = sql`(
    select r.*, n.name as present_name, l.lane as free_lane
    from jsonb_populate_recordset(null::appointments, ${before}::jsonb) r
      left join json_to_recordset(${lanesJson(lanes)}::json) as l (id bigint, lane smallint) on l.id = r.id
      left join json_to_recordset(${JSON.stringify(names)}::json) as n (id bigint, name text) on n.id = r.patient_id)`
  await sql`
    update appointments a set (${content}) = (
        select r.doctor_id, r.patient_id, r.present_name, r.start_at, r.end_at, r.title, r.note, r.patient_note, r.confirmed,
          r.status, r.cancel_reason, r.cancelled_at, r.cancelled_late, r.parent, r.every, r.until, r.detached,
          r.allow_overlap, r.overlap_reason, r.series_id, r.occurs_on),
      lane = coalesce(r.free_lane, a.lane), version = a.version + 1, updated_at = now()
    from ${was} r where a.practice_id = ${practiceId} and a.id = r.id`.execute(tx)
  await sql`
    insert into appointments (practice_id, id, uid, version, user_id, created_at, updated_at, lane, ${content})
    select ${practiceId}, r.id, r.uid, r.version + 2, r.user_id, r.created_at, now(), coalesce(r.free_lane, r.lane), r.doctor_id, r.patient_id,
      r.present_name, r.start_at, r.end_at, r.title, r.note, r.patient_note, r.confirmed, r.status, r.cancel_reason,
      r.cancelled_at, r.cancelled_late, r.parent, r.every, r.until, r.detached, r.allow_overlap, r.overlap_reason,
      r.series_id, r.occurs_on
    from ${was} r where not exists (
      select from appointments a where a.practice_id = ${practiceId} and a.id = r.id)
    returning 1`.execute(tx)
  await sql`
    delete from appointment_series where practice_id = ${practiceId} and id = any(${seriesIds}::bigint[])`.execute(
    tx,
  )
  for (const { id, before: stood } of undo.series)
    if (stood !== null) await alignOccurrences(tx, practiceId, id)
  await sql`
    insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
    select a.practice_id, a.id, a.version, ${userId}, ${appointmentWire}
    from ${joined(practiceId)} where a.practice_id = ${practiceId} and a.id = any(${ids}::bigint[])
    returning 1`.execute(tx)
  await sql`select enforce_constraints(${practiceId})`.execute(tx)
}
