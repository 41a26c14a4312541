import { isCalendarDay } from '@ulna/contract/http/dates'
import type { CalendarDay } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { appointmentStates } from '../../../../blocks/agenda-grid/parts/card-words.ts'
import type { AppointmentState } from '../../../../ui/pills/StatusPill.tsx'

export const calendarViews = ['day', 'week', 'month', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

/** On a phone the days of the week stand above the day. */
export const phoneViews = ['day', 'month', 'list'] as const satisfies readonly CalendarView[]

/** What an address may open over the agenda. */
export const openedTools = ['find', 'schedules', 'waitList'] as const

/** What the address of the agenda says. Nothing of it is required. */
export interface CalendarSearch {
  view?: CalendarView
  day?: CalendarDay
  /** Practitioners on the agenda; all where it is absent. */
  practitioners?: number[]
  /** Whom the week and the phone show in detail. */
  practitioner?: number
  /** The week shows the cards of everybody, not of one. */
  team?: boolean
  /** The only state the list shows. What is typed into its search is never in an address: it may be a name. */
  status?: AppointmentState | undefined
  /** Opens the form of a new appointment, for a patient where one is named. */
  new?: true
  patientId?: number
  /** Opens a tool over the agenda. */
  open?: (typeof openedTools)[number]
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isId) : [])

/** What of an address is about the days and people on show. */
const readPlace = (search: Record<string, unknown>): CalendarSearch => {
  const view = calendarViews.find((one) => one === search.view)
  const practitioners = idsOf(search.practitioners)
  return {
    ...(view ? { view } : {}),
    ...(typeof search.day === 'string' && isCalendarDay(search.day) ? { day: search.day } : {}),
    ...(practitioners.length > 0 ? { practitioners } : {}),
    ...(isId(search.practitioner) ? { practitioner: search.practitioner } : {}),
  }
}

/** Takes what is usable from an address and drops the rest. */
export const readCalendarSearch = (search: Record<string, unknown>): CalendarSearch => {
  const status = appointmentStates.find((one) => one === search.status)
  const open = openedTools.find((one) => one === search.open)
  return {
    ...readPlace(search),
    ...(search.team === true ? { team: true } : {}),
    ...(status ? { status } : {}),
    ...(search.new === true ? { new: true } : {}),
    ...(isId(search.patientId) ? { patientId: search.patientId } : {}),
    ...(open ? { open } : {}),
  }
}
