import { isCalendarDay } from '@ulna/contract/http/dates'
import type { CalendarDay } from '../../../blocks/agenda-grid/calendar-day.ts'

export const calendarViews = ['day', 'week'] as const
export type CalendarView = (typeof calendarViews)[number]

/** What the address of the agenda says. Nothing of it is required. */
export interface CalendarSearch {
  view?: CalendarView
  day?: CalendarDay
  /** Practitioners on the agenda; all where it is absent. */
  doctors?: number[]
  /** Whom the week and the phone show in detail. */
  doctor?: number
  /** Opens the form of a new appointment, for a patient where one is named. */
  new?: true
  patientId?: number
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isId) : [])

/** Takes what is usable from an address and drops the rest. */
export const readCalendarSearch = (search: Record<string, unknown>): CalendarSearch => {
  const view = calendarViews.find((one) => one === search.view)
  const doctors = idsOf(search.doctors)
  return {
    ...(view ? { view } : {}),
    ...(typeof search.day === 'string' && isCalendarDay(search.day) ? { day: search.day } : {}),
    ...(doctors.length > 0 ? { doctors } : {}),
    ...(isId(search.doctor) ? { doctor: search.doctor } : {}),
    ...(search.new === true ? { new: true } : {}),
    ...(isId(search.patientId) ? { patientId: search.patientId } : {}),
  }
}
