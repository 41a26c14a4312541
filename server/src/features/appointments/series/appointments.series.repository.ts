import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { sql } from 'kysely'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { type Json, parseJson } from '../../../platform/database/wire.ts'
import type { Day } from '../appointments.recurrence.ts'
import type { Occurrence, Series } from './appointments.series.occurrences.ts'

/** An occurrence with everything a change of its series may touch. */
export interface SeriesRow extends Occurrence {
  readonly version: number
  readonly doctorId: number
  readonly patientId: number | null
  readonly title: string | null
  readonly note: string | null
  readonly patientNote: string | null
  readonly confirmed: boolean
  readonly cancelReason: string | null
  readonly allowOverlap: boolean
  readonly overlapReason: string | null
  readonly lane: number
  /** The whole row as JSON text, to put it back. */
  readonly snapshot: string
}

export interface StoredSeries {
  readonly id: number
  readonly series: Series
  /** The course it was planned as. */
  readonly courseId: number | null
  readonly snapshot: string
  /** Rows in the order of the days the rule gave. */
  readonly rows: readonly SeriesRow[]
}

interface SeriesColumns {
  readonly rule: Json<RepeatRule>
  readonly firstDay: Day
  readonly until: Day | null
  readonly zone: string
  readonly clock: string
  readonly durationMs: number
  readonly takenOut: Json<Day[]>
  readonly courseId: number | null
  readonly snapshot: string
}

interface RowColumns extends Omit<SeriesRow, 'start' | 'end'> {
  readonly startAt: Date
  readonly endAt: Date
}

export const seriesIdOf = async (tx: Tx, practiceId: number, id: number): Promise<number | null> => {
  const row = await tx
    .selectFrom('appointments')
    .select('series_id')
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.series_id ?? null
}

const seriesColumns = sql`
  rule::text as rule, first_day::text as "firstDay", until::text as until, timezone as zone, wall_time::text as clock,
  duration_ms as "durationMs", course_id as "courseId", to_json(taken_out)::text as "takenOut", to_json(s)::text as snapshot`

const toSeries = ({ rule, takenOut, courseId: _, snapshot: __, ...columns }: SeriesColumns): Series => ({
  ...columns,
  rule: parseJson(rule),
  takenOut: parseJson(takenOut),
})

const rowColumns = sql`
  id, occurs_on::text as on, start_at as "startAt", end_at as "endAt", status, detached, version, doctor_id as "doctorId",
  patient_id as "patientId", title, note, patient_note as "patientNote", confirmed, cancel_reason as "cancelReason",
  allow_overlap as "allowOverlap", overlap_reason as "overlapReason", lane, (to_jsonb(a) - 'wire_row')::text as snapshot`

const toRow = ({ startAt, endAt, ...columns }: RowColumns): SeriesRow => ({
  ...columns,
  start: startAt.getTime(),
  end: endAt.getTime(),
})

/** Rows of any appointments, whether they are in a series or not. */
export const findRows = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
  lock: boolean,
): Promise<SeriesRow[]> => {
  const { rows } = await sql<RowColumns>`
    select ${rowColumns} from appointments a where a.practice_id = ${practiceId} and a.id = any(${ids}::bigint[])
    order by a.id ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows.map(toRow)
}

const findSeriesColumns = async (
  tx: Tx,
  practiceId: number,
  seriesId: number,
  lock: boolean,
): Promise<SeriesColumns | undefined> => {
  const { rows } = await sql<SeriesColumns>`
    select ${seriesColumns} from appointment_series s where s.practice_id = ${practiceId} and s.id = ${seriesId}
    ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** The series of an appointment, if it is in one, locked before it: series before their occurrences, everywhere. */
export const lockSeriesBefore = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`
    select from appointment_series s where s.practice_id = ${practiceId} and s.id = (
      select series_id from appointments where practice_id = ${practiceId} and id = ${id})
    for update`.execute(tx)
}

/** A series with its occurrences, locked until the transaction ends where it is to be changed. */
export const findSeries = async (
  tx: Tx,
  practiceId: number,
  seriesId: number,
  { lock }: { lock: boolean },
): Promise<StoredSeries | undefined> => {
  const columns = await findSeriesColumns(tx, practiceId, seriesId, lock)
  if (!columns) return undefined
  const { rows } = await sql<RowColumns>`
    select ${rowColumns} from appointments a where a.practice_id = ${practiceId} and a.series_id = ${seriesId}
    order by a.id ${lock ? sql`for update` : sql``}`.execute(tx)
  const ordered = rows.map(toRow).sort((a, b) => (a.on < b.on ? -1 : 1))
  const { courseId, snapshot } = columns
  return { id: seriesId, series: toSeries(columns), courseId, snapshot, rows: ordered }
}

const columnsOfSeries = (series: Series) => ({
  rule: sql<string>`${JSON.stringify(series.rule)}::jsonb`,
  until: series.until,
  timezone: series.zone,
  first_day: series.firstDay,
  wall_time: series.clock,
  duration_ms: series.durationMs,
  taken_out: sql<string[]>`${[...series.takenOut]}::date[]`,
})

/** Stores a series without its occurrences; answers its id. */
export const insertSeries = async (
  tx: Tx,
  practiceId: number,
  series: Series,
  courseId: number | null,
): Promise<number> => {
  const { id } = await tx
    .insertInto('appointment_series')
    .values({ practice_id: practiceId, course_id: courseId, ...columnsOfSeries(series) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateSeriesRow = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<StoredSeries>,
  series: Series,
): Promise<void> => {
  await tx
    .updateTable('appointment_series')
    .set({ ...columnsOfSeries(series), updated_at: sql<Date>`now()` })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** Takes a series away that has no occurrence any more. */
export const deleteEmptySeries = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`
    delete from appointment_series s where s.practice_id = ${practiceId} and s.id = ${id} and not exists (
      select from appointments a where a.practice_id = ${practiceId} and a.series_id = s.id)`.execute(tx)
}

/** Notes a day on which the series is not booked. */
export const takeOut = async (tx: Tx, practiceId: number, id: number, on: Day): Promise<void> => {
  await sql`
    update appointment_series set taken_out = array_append(taken_out, ${on}::date), updated_at = now()
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/**
 * Brings what occurrences say of their series in line with it: rule and last day, and the first of them as parent. When
 * the first goes, the next takes over. No version of an appointment: nobody changed it.
 */
export const alignOccurrences = async (tx: Tx, practiceId: number, seriesId: number): Promise<void> => {
  await sql`
    update appointments a set parent = f.id, every = s.rule, until = l.until
    from appointment_series s
      cross join lateral (
        select id from appointments o where o.practice_id = ${practiceId} and o.series_id = s.id
        order by o.occurs_on limit 1) f
      cross join lateral (
        select ((s.until + 1)::timestamp - interval '1 ms') at time zone s.timezone as until) l
    where s.practice_id = ${practiceId} and s.id = ${seriesId} and a.practice_id = ${practiceId} and a.series_id = s.id
      and (a.parent, a.every, a.until) is distinct from (f.id, s.rule, l.until)`.execute(tx)
}

/** Ids for new appointments, in ascending order. */
export const takeIds = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval('global_id') as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
