import { appointmentLengths } from '@ulna/contract/practices/practices.configurations'
import { longestFreeRangeDays } from '@ulna/contract/schedules/schedules'
import type { DayRange } from '../../blocks/agenda-grid/board/agenda-ranges.ts'
import { addDays, type CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import { dayOf } from '../../blocks/typed-time/day-text.ts'

/** Which times are looked for. */
export interface FreeWish {
  range: DayRange
  doctorId?: number | undefined
  minutes: number
  from: string
  to: string
  /** `1,3,5`: Monday, Wednesday, Friday. */
  weekdays: string
  limit: number
}

/** Times of day somebody may prefer, on the practice's clock. */
export const partsOfDay = {
  any: { from: '00:00', to: '24:00' },
  morning: { from: '00:00', to: '12:00' },
  midday: { from: '12:00', to: '15:00' },
  afternoon: { from: '15:00', to: '24:00' },
} as const
export type PartOfDay = keyof typeof partsOfDay
export const partNames = Object.keys(partsOfDay) as PartOfDay[]

/** What is asked of the free times. */
export interface FreeValues {
  /** Empty means anybody. */
  doctorId: string
  minutes: string
  part: PartOfDay
  /** Monday is 1; without one, any day will do. */
  weekdays: readonly number[]
  /** A day, or what was typed where that is none. */
  firstDay: CalendarDay | null
}

/** Times listed at once; more are asked for. */
export const slotsAtOnce = 20
export const mostSlots = 200

const rangeFrom = (first: CalendarDay): DayRange => ({
  start: first,
  end: addDays(first, longestFreeRangeDays),
})

/** The question for the server, or nothing while the form does not hold one. */
export const freeWishOf = (values: FreeValues, today: CalendarDay, limit: number): FreeWish | undefined => {
  const minutes = Number(values.minutes)
  const { least, most } = appointmentLengths
  const firstDay = dayOf(values.firstDay)
  if (firstDay === null || !Number.isInteger(minutes) || minutes < least || minutes > most) return undefined
  const first = firstDay < today ? today : firstDay
  return {
    range: rangeFrom(first),
    doctorId: values.doctorId === '' ? undefined : Number(values.doctorId),
    minutes,
    ...partsOfDay[values.part],
    weekdays: (values.weekdays.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : [...values.weekdays].sort()).join(),
    limit,
  }
}
