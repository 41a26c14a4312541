import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Interval } from './schedules.intervals.ts'

/** A moment as PostgreSQL has it, of what holds milliseconds since 1970; years before the first come from time zones. */
export const momentOf = (milliseconds: RawBuilder<unknown>) =>
  sql`to_timestamp(${milliseconds}::float8 / 1000)`

export const moment = (milliseconds: number) => momentOf(sql`${milliseconds}`)

interface TimesRow<T> {
  readonly doctorId: T
  readonly startAt: Date
  readonly endAt: Date
}

export interface AbsenceTime extends Interval {
  /** Null: the whole practice. */
  readonly doctorId: number | null
  readonly title: string
}

/** Absences of some practitioners and of the whole practice that touch a range, by start. */
export const findAbsenceTimes = async (
  tx: Tx,
  practiceId: number,
  doctorIds: readonly number[],
  { start, end }: Interval,
): Promise<AbsenceTime[]> => {
  const { rows } = await sql<TimesRow<number | null> & { title: string }>`
    select doctor_id as "doctorId", start_at as "startAt", end_at as "endAt", title from absences
    where practice_id = ${practiceId} and end_at > ${moment(start)} and start_at < ${moment(end)}
      and (doctor_id is null or doctor_id = any(${doctorIds}::bigint[]))
    order by start_at, id`.execute(tx)
  return rows.map(({ startAt, endAt, ...row }) => ({
    ...row,
    start: startAt.getTime(),
    end: endAt.getTime(),
  }))
}

export interface BookedTime extends Interval {
  readonly doctorId: number
}

/** When the appointments of some practitioners are that touch a range, by start; cancelled ones take no time. */
export const findBookedTimes = async (
  tx: Tx,
  practiceId: number,
  doctorIds: readonly number[],
  { start, end }: Interval,
): Promise<BookedTime[]> => {
  // No appointment lasts longer than a day, so the index on the start finds all that touch the range.
  const { rows } = await sql<TimesRow<number>>`
    select doctor_id as "doctorId", start_at as "startAt", end_at as "endAt" from appointments
    where practice_id = ${practiceId} and doctor_id = any(${doctorIds}::bigint[]) and status <> 'cancelled'
      and start_at < ${moment(end)} and start_at > ${moment(start)} - interval '24 hours' and end_at > ${moment(start)}
    order by start_at`.execute(tx)
  return rows.map(({ doctorId, startAt, endAt }) => ({
    doctorId,
    start: startAt.getTime(),
    end: endAt.getTime(),
  }))
}
