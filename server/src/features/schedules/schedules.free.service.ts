import { type FreeQuery, type FreeSlot, longestFreeRangeDays } from '@ulna/contract/schedules/schedules'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { type Database, lookUp } from '../../platform/use-case.ts'
import { clockOf } from './schedules.clock.ts'
import { type Agenda, freeSlots } from './schedules.free.ts'
import { timesOfWeek } from './schedules.hours.ts'
import { common, type Interval } from './schedules.intervals.ts'
import { checkedRange, type RangeWish } from './schedules.range.ts'
import { findBookableHours, findHours, type HoursRow } from './schedules.repository.ts'
import { withoutAbsences, workingTimes } from './schedules.service.ts'
import { findAbsenceTimes, findBookedTimes } from './schedules.times.repository.ts'

/** Those a slot is looked for with. Somebody who works here but cannot be booked has none. */
const askedFor = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  doctorId: number | undefined,
): Promise<HoursRow[]> => {
  if (doctorId === undefined) return findBookableHours(tx, practiceId)
  const found = await findHours(tx, practiceId, [doctorId])
  if (found.length === 0) throw new AppError('not_found')
  return found.filter(({ bookable }) => bookable)
}

/** The times of day and weekdays that are wanted. */
const wantedTimes = (
  { timezone }: PracticeActor,
  { weekdays, from, to }: FreeQuery,
  range: Interval,
): Interval[] =>
  timesOfWeek(
    clockOf(timezone, range),
    weekdays.map((weekday) => ({ weekday, from, to })),
    range,
  )

const agendasOf = async (
  tx: Tx,
  actor: PracticeActor,
  {
    schedules,
    range,
    wanted,
  }: { schedules: readonly HoursRow[]; range: Interval; wanted: readonly Interval[] },
): Promise<Agenda[]> => {
  const doctorIds = schedules.map(({ doctorId }) => doctorId)
  const [absences, booked] = await Promise.all([
    findAbsenceTimes(tx, actor.practiceId, doctorIds, range),
    findBookedTimes(tx, actor.practiceId, doctorIds, range),
  ])
  const open = withoutAbsences(workingTimes(actor, schedules, range), absences)
  return schedules.map(({ doctorId, capacity }) => ({
    doctorId,
    capacity,
    open: common(open.get(doctorId) ?? [], wanted),
    booked: booked.filter((one) => one.doctorId === doctorId),
  }))
}

const onWire = ({ doctorId, start, end }: Interval & { readonly doctorId: number }): FreeSlot => ({
  doctorId,
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})

/**
 * The earliest times from now on that can be booked: in working hours, outside absences, with room in the agenda, at the
 * times of day and on the weekdays that are wanted. What is over is free for nobody.
 */
export const findFreeSlots = (
  db: Database,
  actor: PracticeActor,
  wish: RangeWish,
  query: FreeQuery,
): Promise<FreeSlot[]> => {
  const { start, end } = checkedRange(wish, actor.timezone, longestFreeRangeDays)
  const minutes = query.minutes ?? actor.configurations.agenda.appointmentMinutes
  return lookUp(db, actor, async (tx) => {
    const [now, schedules] = await Promise.all([databaseNow(tx), askedFor(tx, actor, query.doctorId)])
    const range = { start: Math.max(start, now), end }
    if (range.start >= range.end || schedules.length === 0) return []
    const wanted = wantedTimes(actor, query, range)
    const agendas = await agendasOf(tx, actor, { schedules, range, wanted })
    return freeSlots(agendas, minutes * 60_000, query.limit).map(onWire)
  })
}
