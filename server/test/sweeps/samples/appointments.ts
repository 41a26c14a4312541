import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { marksEndpoints } from '@ulna/contract/appointments/appointments.marks'
import { plannedEndpoints } from '@ulna/contract/appointments/appointments.planned'
import { type RepeatRule, seriesEndpoints } from '@ulna/contract/appointments/appointments.series'
import { calendarFeedEndpoints } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { daySheetEndpoints } from '@ulna/contract/day-sheets/day-sheets'
import { reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { todayEndpoints } from '@ulna/contract/today/today'
import { type Sample, sample } from './sample.ts'

const visit = { start: '2031-02-03T15:00:00Z', end: '2031-02-03T15:45:00Z', allowOverlap: true }

const range = { start: '2030-01-01', end: '2031-01-01' }

const everyFourWeeks: RepeatRule = { repeat: true, freq: 'week', interval: 4, byWeekday: [1] }

const elsewhere = (doctorId: number, on: string) => [
  { on, action: 'move' as const, doctorId, start: `${on}T20:00:00Z`, end: `${on}T20:45:00Z` },
]

export const appointmentSamples: readonly Sample[] = [
  sample(appointmentEndpoints.findByPractice, ({ practiceId }) => ({
    params: { practiceId: String(practiceId), ...range },
  })),
  sample(appointmentEndpoints.findByPractice, ({ practiceId, appointmentId }) => ({
    params: { practiceId: String(practiceId), ...range },
    query: { ids: String(appointmentId) },
  })),
  sample(appointmentEndpoints.findByDoctor, ({ doctorId }) => ({
    params: { doctorId: String(doctorId), ...range },
  })),
  sample(todayEndpoints.read),
  sample(daySheetEndpoints.fetch, () => ({ query: { contents: 'agenda' } })),
  sample(daySheetEndpoints.passwords),
  sample(daySheetEndpoints.replace),
  sample(todayEndpoints.visit, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(todayEndpoints.read, () => ({ query: { scope: 'practice', day: '2030-01-07' } })),
  sample(appointmentEndpoints.read, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(appointmentEndpoints.create, ({ doctorId, patientId }) => ({
    body: { doctorId, patientId, ...visit, title: 'Control' },
  })),
  sample(appointmentEndpoints.create, ({ doctorId, patientId, caseId, packageId }) => ({
    body: {
      doctorId,
      patientId,
      ...visit,
      title: 'Serie',
      course: { caseId, packageId, shortage: 'keepFirst' },
      every: everyFourWeeks,
      until: '2031-05-31',
      dates: elsewhere(doctorId, '2031-03-03'),
    },
  })),
  sample(appointmentEndpoints.update, ({ appointmentId, doctorId, patientId }) => ({
    params: { id: String(appointmentId) },
    body: { doctorId, patientId, ...visit, note: 'Movida' },
  })),
  sample(appointmentEndpoints.remove, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(appointmentEndpoints.updateSeries, ({ occurrenceId, doctorId, patientId }) => ({
    params: { id: String(occurrenceId) },
    query: { scope: 'following' },
    body: {
      doctorId,
      patientId,
      start: '2030-06-03T16:00:00Z',
      end: '2030-06-03T17:00:00Z',
      allowOverlap: true,
      title: 'Serie',
      every: { ...everyFourWeeks, interval: 8 },
      until: '2030-12-31',
      dates: elsewhere(doctorId, '2030-07-29'),
    },
  })),
  sample(appointmentEndpoints.removeSeries, ({ occurrenceId }) => ({
    params: { id: String(occurrenceId) },
    query: { scope: 'following' },
  })),
  sample(seriesEndpoints.preview, ({ occurrenceId, doctorId, patientId }) => ({
    body: {
      id: occurrenceId,
      scope: 'following',
      doctorId,
      patientId,
      every: everyFourWeeks,
      until: '2030-12-31',
    },
  })),
  sample(seriesEndpoints.preview, ({ doctorId, patientId }) => ({
    body: {
      doctorId,
      patientId,
      start: visit.start,
      end: visit.end,
      every: everyFourWeeks,
      until: '2031-05-31',
    },
  })),
  sample(seriesEndpoints.undo, ({ undoId }) => ({ params: { id: String(undoId) } })),
  sample(marksEndpoints.marks, () => ({ params: range })),
  sample(plannedEndpoints.calendar, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(plannedEndpoints.planned, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(reminderEndpoints.messages, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(reminderEndpoints.confirm, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(reminderEndpoints.optOut, ({ reminderToken }) => ({ body: { token: reminderToken } })),
  sample(reminderEndpoints.optIn, ({ reminderToken }) => ({ body: { token: reminderToken } })),
  sample(calendarFeedEndpoints.own),
  sample(calendarFeedEndpoints.create, () => ({ body: { names: 'busy' } })),
  sample(calendarFeedEndpoints.remove),
  sample(calendarFeedEndpoints.read, ({ feedToken }) => ({ params: { token: feedToken } })),
]
