import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import type { Absence, Schedule } from '@ulna/contract/schedules/schedules'
import { workingHours } from '@ulna/contract/schedules/schedules.rules'
import { type CalendarDay, weekdayOf } from '../parts/calendar-day.ts'
import { type DaySpan, minuteOfClock, type OffTime, offTimes } from '../parts/off-hours.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'
import { splitIntoDays } from './agenda-board.ts'

/** When each practitioner works, day by day, and how long an appointment takes. */
export interface WorkingTime {
  /** Their hours on that day, absences aside, by start. */
  periodsOf: (doctorId: number, day: CalendarDay) => readonly DaySpan[]
  /** When they see nobody on that day, and why. */
  offOf: (doctorId: number, day: CalendarDay) => readonly OffTime[]
  /** The first and the last minute that any of them works on these days; the practice's hours where nobody does. */
  spanOf: (doctorIds: readonly number[], days: readonly CalendarDay[]) => { from: number; to: number }
  /** How long an appointment is unless somebody says otherwise. */
  usualMinutes: number
}

export interface WorkingTimeSources {
  schedules: readonly Pick<Schedule, 'doctorId' | 'hours'>[]
  absences: readonly Absence[]
  /** The working day of whoever has no hours of their own, and the length of an appointment. */
  usual: Pick<PracticeConfigurations['agenda'], 'dayStartsAt' | 'dayEndsAt' | 'appointmentMinutes'>
  time: ZonedTime
}

/** An absence of the whole practice stands under a practitioner that nobody is. */
const wholePractice = 0

/** What the schedules and absences of the practice make of each day of each practitioner. */
export const workingTime = ({ schedules, absences, usual, time }: WorkingTimeSources): WorkingTime => {
  const hoursOf = new Map(schedules.map(({ doctorId, hours }) => [doctorId, hours]))
  const away = splitIntoDays(
    absences.map((absence) => ({ ...absence, doctorId: absence.doctorId ?? wholePractice })),
    time,
  )
  const periodsOf = (doctorId: number, day: CalendarDay): DaySpan[] =>
    workingHours(hoursOf.get(doctorId) ?? null, usual)
      .filter(({ weekday }) => weekday === weekdayOf(day))
      .map(({ from, to }) => ({ start: minuteOfClock(from), end: minuteOfClock(to) }))
      .sort((one, other) => one.start - other.start)
  const offOf = (doctorId: number, day: CalendarDay): OffTime[] =>
    offTimes(
      periodsOf(doctorId, day),
      [...away.of(wholePractice, day), ...away.of(doctorId, day)].map(({ appointment, start, end }) => ({
        start,
        end,
        kind: appointment.doctorId === wholePractice ? ('shut' as const) : ('away' as const),
        title: appointment.title,
      })),
    )
  const spanOf = (doctorIds: readonly number[], days: readonly CalendarDay[]) => {
    const periods = days.flatMap((day) => doctorIds.flatMap((id) => periodsOf(id, day)))
    if (periods.length === 0)
      return { from: minuteOfClock(usual.dayStartsAt), to: minuteOfClock(usual.dayEndsAt) }
    return {
      from: Math.min(...periods.map(({ start }) => start)),
      to: Math.max(...periods.map(({ end }) => end)),
    }
  }
  return { periodsOf, offOf, spanOf, usualMinutes: usual.appointmentMinutes }
}
