import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { absenceEndpoints, scheduleEndpoints, type WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { type Sample, sample } from './sample.ts'

const visit = { start: '2031-02-03T15:00:00Z', end: '2031-02-03T15:45:00Z', allowOverlap: true }

const range = { start: '2030-01-01', end: '2031-01-01' }

const away = { start: '2031-03-03T05:00:00Z', end: '2031-03-04T05:00:00Z', title: 'Congreso' }

const waitingHours = { from: '16:00', to: '20:00' }

const waitingDays = { earliest: '2031-02-03', latest: '2031-03-03' }

const wishing = (wishes: Omit<BodyInputOf<typeof waitListEndpoints.create>, 'patientId'>) => wishes

const working = (...hours: WorkingPeriod[]) => ({ body: { hours, capacity: 2 } })

export const scheduleSamples: readonly Sample[] = [
  sample(waitListEndpoints.list, () => ({ query: { limit: '20', offset: '0' } })),
  sample(waitListEndpoints.fitting, ({ doctorId }) => ({
    params: { start: visit.start, end: visit.end },
    query: { doctorId: String(doctorId) },
  })),
  sample(waitListEndpoints.create, ({ patientId, doctorId }) => ({
    body: {
      patientId,
      ...wishing({
        doctorId,
        minutes: 45,
        weekdays: [1, 3],
        ...waitingHours,
        ...waitingDays,
        note: 'Llamar',
      }),
    },
  })),
  sample(waitListEndpoints.update, ({ waitingId, doctorId }) => ({
    params: { id: String(waitingId) },
    body: wishing({ doctorId, minutes: 30, weekdays: [2], note: 'También sábados' }),
  })),
  sample(waitListEndpoints.withdraw, ({ waitingId }) => ({ params: { id: String(waitingId) } })),
  sample(scheduleEndpoints.list),
  sample(scheduleEndpoints.update, ({ doctorId }) => ({
    params: { doctorId: String(doctorId) },
    ...working({ weekday: 1, from: '08:00', to: '13:00' }),
  })),
  sample(scheduleEndpoints.free, ({ doctorId }) => ({
    params: { start: '2031-02-03', end: '2031-02-10' },
    query: {
      doctorId: String(doctorId),
      minutes: '45',
      from: '08:00',
      to: '12:00',
      weekdays: '1,2',
      limit: '10',
    },
  })),
  sample(absenceEndpoints.list, () => ({ params: range })),
  sample(absenceEndpoints.create, ({ doctorId }) => ({ body: { doctorId, ...away } })),
  sample(absenceEndpoints.update, ({ absenceId, doctorId }) => ({
    params: { id: String(absenceId) },
    body: { doctorId, ...away },
  })),
  sample(absenceEndpoints.remove, ({ absenceId }) => ({ params: { id: String(absenceId) } })),
]
