import { clockText } from '@ulna/contract/clock-text'
import { type Absence, type AbsenceInput, longestAbsenceDays } from '@ulna/contract/schedules/schedules'
import { addDays, type CalendarDay, dayNumber } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import { minuteOfClock } from '../../blocks/agenda-grid/parts/off-hours.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { isTime } from '../../blocks/typed-time/time-text.ts'

/** What stands in the form of an absence; days and times are those of the practice's clock. */
export interface AbsenceValues {
  title: string
  /** Whole days, from the first to the last. */
  wholeDays: boolean
  /** A day, or what was typed where that is none. */
  firstDay: CalendarDay | null
  lastDay: CalendarDay | null
  /** Time as `HH:mm`, or what was typed where that is none; it counts unless whole days are meant. */
  from: string
  to: string
}

export const newAbsence = (day: CalendarDay, usual: { from: string; to: string }): AbsenceValues => ({
  title: '',
  wholeDays: true,
  firstDay: day,
  lastDay: day,
  ...usual,
})

export const valuesOfAbsence = (
  { title, start, end }: Absence,
  time: ZonedTime,
  usual: { from: string; to: string },
): AbsenceValues => {
  const first = time.wallOf(Date.parse(start))
  const last = time.wallOf(Date.parse(end))
  const isWhole = first.minute === 0 && last.minute === 0
  return {
    title,
    wholeDays: isWhole,
    firstDay: first.day,
    lastDay: isWhole ? addDays(last.day, -1) : last.day,
    from: isWhole ? usual.from : clockText(first.minute, 'HH:mm'),
    to: isWhole ? usual.to : clockText(last.minute, 'HH:mm'),
  }
}

const instant = (time: ZonedTime, day: CalendarDay, minute: number): string =>
  new Date(time.instantOf(day, minute)).toISOString()

/** The body that enters what the form holds. Ask `absenceFaults` first. */
export const inputOfAbsence = (
  { title, wholeDays, firstDay, lastDay, from, to }: AbsenceValues,
  doctorId: number | null,
  time: ZonedTime,
): AbsenceInput => {
  const first = firstDay ?? ''
  const last = lastDay ?? ''
  return {
    doctorId,
    title: title.trim(),
    start: instant(time, first, wholeDays ? 0 : minuteOfClock(from)),
    end: wholeDays ? instant(time, addDays(last, 1), 0) : instant(time, last, minuteOfClock(to)),
  }
}

export type AbsenceFault = 'needsTitle' | 'needsDay' | 'needsTime' | 'endsBefore' | 'tooLong'

const faultOfTimes = ({
  wholeDays,
  from,
  to,
}: AbsenceValues): Partial<Record<'from' | 'to', AbsenceFault>> => {
  if (wholeDays) return {}
  return {
    ...(isTime(from) ? {} : { from: 'needsTime' as const }),
    ...(isTime(to) ? {} : { to: 'needsTime' as const }),
  }
}

const faultOfEnd = (values: AbsenceValues): Partial<Record<'lastDay' | 'to', AbsenceFault>> => {
  const { wholeDays, from, to } = values
  const [firstDay, lastDay] = [dayOf(values.firstDay), dayOf(values.lastDay)]
  if (firstDay === null || lastDay === null) return {}
  if (lastDay < firstDay) return { lastDay: 'endsBefore' }
  if (dayNumber(lastDay) - dayNumber(firstDay) >= longestAbsenceDays) return { lastDay: 'tooLong' }
  const isBackwards = !wholeDays && firstDay === lastDay && isTime(from) && isTime(to) && to <= from
  return isBackwards ? { to: 'endsBefore' } : {}
}

/** What is wrong with the form, by field, before the server is asked. */
export const absenceFaults = (values: AbsenceValues): Partial<Record<keyof AbsenceValues, AbsenceFault>> => ({
  ...(values.title.trim() === '' ? { title: 'needsTitle' } : {}),
  ...(dayOf(values.firstDay) === null ? { firstDay: 'needsDay' } : {}),
  ...(dayOf(values.lastDay) === null ? { lastDay: 'needsDay' } : {}),
  ...faultOfTimes(values),
  ...faultOfEnd(values),
})

/** The field of the form that a field of the call stands in. */
export const absenceFieldOf = (field: string): string =>
  field === 'start' ? 'firstDay' : field.replace(/^end$/, 'lastDay')
