import type { AgendaMarks } from '@ulna/contract/appointments/appointments.marks'
import { type AgendaEvent, isRepeated } from './agenda-event.ts'

/** What a card shows besides time, name and status; the most pressing first, as narrow cards show only the first ones. */
export const eventMarks = ['alert', 'first', 'late', 'written', 'overlap', 'detached', 'series'] as const
export type EventMark = (typeof eventMarks)[number]

/** The marks of the days on show, to be asked for event by event. */
export interface MarkedEvents {
  isFirstVisit: (eventId: number) => boolean
  isWritten: (eventId: number) => boolean
  hasAlert: (patientId: number | null) => boolean
}

export const markedEvents = (marks: AgendaMarks | undefined): MarkedEvents => {
  const firstVisits = new Set(marks?.firstVisits)
  const written = new Set(marks?.written)
  const alerts = new Set<number | null>(marks?.alerts)
  return {
    isFirstVisit: (eventId) => firstVisits.has(eventId),
    isWritten: (eventId) => written.has(eventId),
    hasAlert: (patientId) => alerts.has(patientId),
  }
}

const tests: Readonly<Record<EventMark, (event: AgendaEvent, marked: MarkedEvents) => boolean>> = {
  alert: ({ patientId }, marked) => marked.hasAlert(patientId),
  first: ({ id }, marked) => marked.isFirstVisit(id),
  late: ({ cancelledLate }) => cancelledLate === true,
  written: ({ id }, marked) => marked.isWritten(id),
  overlap: ({ allowOverlap }) => allowOverlap,
  detached: ({ detached }) => detached,
  // An occurrence that was moved by itself says so instead.
  series: (event) => isRepeated(event) && !event.detached,
}

/** The marks of one event. */
export const marksOf = (event: AgendaEvent, marked: MarkedEvents): EventMark[] =>
  eventMarks.filter((mark) => tests[mark](event, marked))
