import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import {
  type BookingMetadata,
  type Clash,
  type RepeatRule,
  type SeriesPreview,
  type SeriesScope,
  seriesEndpoints,
} from '@ulna/contract/appointments/appointments.series'
import type { WireError } from '@ulna/contract/errors'
import { instantAt, localTime } from '../../src/features/appointments/appointments.recurrence.ts'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import { registerOwner, type TestPerson } from './people.ts'

export interface SeriesAnswer<Payload = Appointment> {
  readonly status: number
  readonly payload: Payload
  readonly metadata: BookingMetadata & {
    /** What a refusal says: who is in the way on which dates, or what is there now. */
    readonly current?: Appointment
    readonly clashes?: readonly { readonly on: string | null; readonly clashes: readonly Clash[] }[]
  }
  readonly errors: readonly WireError[]
}

type Body = Readonly<Record<string, unknown>>

/** What one person does with the agenda of a practice, on its clock. */
export const agendaOf = (app: TestApp, by: TestPerson, zone = 'Europe/Madrid') => {
  const local = (day: string, clock: string): string =>
    new Date(instantAt(day, clock, zone).instant).toISOString()
  const shownAt = (instant: string): string => {
    const { day, clock } = localTime(Date.parse(instant), zone)
    return `${day} ${clock.slice(0, 5)}`
  }
  const events = async (start = '2027-01-01', end = '2028-01-01'): Promise<Appointment[]> => {
    const answer = await callEndpoint(app, appointmentEndpoints.findByPractice, {
      params: { practiceId: by.practiceId, start, end },
      token: by.token,
    })
    return (answer.payload as { events: Appointment[] }[])[0]?.events ?? []
  }
  return {
    by,
    local,
    shownAt,
    times: (day: string, from = '10:00', to = '11:00') => ({ start: local(day, from), end: local(day, to) }),
    events,
    /** The starts of all appointments of a year, on the clock of the practice. */
    shown: async (start?: string, end?: string): Promise<string[]> =>
      (await events(start, end)).map((event) => shownAt(event.start)),
    book: async (body: Body, headers: Readonly<Record<string, string>> = {}): Promise<SeriesAnswer> =>
      (await callEndpoint(app, appointmentEndpoints.create, {
        token: by.token,
        body: { doctorId: by.doctorId, ...body },
        headers,
      })) as never,
    /** Changes one appointment alone. */
    move: async (id: number, body: Body): Promise<SeriesAnswer> =>
      (await callEndpoint(app, appointmentEndpoints.update, {
        params: { id },
        token: by.token,
        body,
      })) as never,
    change: async (id: number, body: Body, scope: SeriesScope = 'all'): Promise<SeriesAnswer> =>
      (await callEndpoint(app, appointmentEndpoints.updateSeries, {
        params: { id },
        query: { scope },
        token: by.token,
        body,
      })) as never,
    removeOne: async (id: number): Promise<SeriesAnswer> =>
      (await callEndpoint(app, appointmentEndpoints.remove, { params: { id }, token: by.token })) as never,
    remove: async (id: number, scope: SeriesScope = 'all'): Promise<SeriesAnswer> =>
      (await callEndpoint(app, appointmentEndpoints.removeSeries, {
        params: { id },
        query: { scope },
        token: by.token,
      })) as never,
    takeBack: async (id: number | undefined): Promise<SeriesAnswer> =>
      (await callEndpoint(app, seriesEndpoints.undo, { params: { id: id ?? 0 }, token: by.token })) as never,
    preview: async (body: Body): Promise<SeriesAnswer<SeriesPreview>> =>
      (await callEndpoint(app, seriesEndpoints.preview, { token: by.token, body })) as never,
  }
}
export type TestAgenda = ReturnType<typeof agendaOf>

/** A new practice with an empty agenda. */
export const freshAgenda = async (app: TestApp, timezone = 'Europe/Madrid'): Promise<TestAgenda> =>
  agendaOf(app, await registerOwner(app, { timezone }), timezone)

export const weekly = (count: number): RepeatRule => ({ repeat: true, freq: 'week', interval: 1, count })
export const daily = (count: number): RepeatRule => ({ repeat: true, freq: 'day', interval: 1, count })
