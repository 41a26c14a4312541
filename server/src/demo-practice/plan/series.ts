import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import type { Slot } from './agenda.ts'
import { addDays, type Day, weekday } from './calendar.ts'

/** A series whose dates are appointments of the plan. */
export interface PlannedSeries {
  readonly key: number
  readonly rule: RepeatRule
  readonly firstDay: Day
  readonly until: Day
  /** Minutes of the day. */
  readonly start: number
  readonly minutes: number
  /** Days of the rule on which nobody is here. */
  readonly takenOut: readonly Day[]
}

const daysBetween = (from: Day, to: Day): Day[] => {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The weekly series that has these dates, by day; undefined without any. */
export const seriesOf = (
  key: number,
  weekdays: readonly number[],
  slots: readonly Slot[],
): PlannedSeries | undefined => {
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return undefined
  const booked = new Set(slots.map(({ day }) => day))
  const ruled = daysBetween(first.day, last.day).filter((day) => weekdays.includes(weekday(day)))
  return {
    key,
    rule: { repeat: true, freq: 'week', interval: 1, byWeekday: [...weekdays] },
    firstDay: first.day,
    until: last.day,
    start: first.start,
    minutes: first.end - first.start,
    takenOut: ruled.filter((day) => !booked.has(day)),
  }
}
