import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Appointment,
  appointmentEndpoints,
  type SeriesChange,
} from '@ulna/contract/appointments/appointments'
import {
  type BookingMetadata,
  type PreviewDate,
  type PreviewInput,
  type SeriesPreview,
  type SeriesScope,
  seriesEndpoints,
} from '@ulna/contract/appointments/appointments.series'
import { call, payloadOf } from '../../../api/session/client.ts'
import type { AgendaMonth } from '../agenda/appointment-months.ts'
import { newestVersion, noteVersion } from '../agenda/appointment-versions.ts'
import {
  type AgendaPlace,
  keptAppointments,
  reloadAround,
  reloadMonths,
} from '../agenda/appointments.cache.ts'
import type { NewAppointment } from '../agenda/appointments.queries.ts'
import { forgetFreed, tellFreed } from '../agenda/freed-times.ts'
import { leavingDates } from './series-decisions.ts'
import { standingDates } from './step/series-preview.ts'

/** Every date a wish would touch. Read anew each time: who is in the way changes while one looks. */
export const previewQuery = (practiceId: number, input: PreviewInput) =>
  queryOptions({
    queryKey: ['series-preview', practiceId, input],
    queryFn: ({ signal }) => payloadOf(call(seriesEndpoints.preview, { body: input, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { showsOwnErrors: true },
  })

/** A series as it was saved. */
export interface SavedSeries {
  appointment: Appointment
  metadata: BookingMetadata
}

export interface NewSeries extends NewAppointment {
  /** The months in which it has dates. */
  months: readonly AgendaMonth[]
}

/** Books a series; the months it touches are reloaded where they are kept (specification §4). */
export const useBookSeries = (place: AgendaPlace) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ input, idempotencyKey }: NewSeries): Promise<SavedSeries> => {
      const answer = await call(appointmentEndpoints.create, { body: input, idempotencyKey })
      return { appointment: answer.payload, metadata: answer.metadata }
    },
    onSuccess: (_saved, { months }) => reloadMonths(client, place, months),
    meta: { showsOwnErrors: true },
  })
}

export interface ChangedSeries {
  appointment: Appointment
  scope: SeriesScope
  change: SeriesChange
  /** The dates that were looked at before. */
  dates: readonly PreviewDate[]
  removed: SeriesPreview['removed']
}

const sendChange = async ({ appointment, scope, change }: ChangedSeries): Promise<SavedSeries> => {
  const { version, ...rest } = change
  const body = version === undefined ? rest : { ...rest, version: newestVersion(appointment.id, version) }
  const { payload, metadata } = await call(appointmentEndpoints.updateSeries, {
    params: { id: appointment.id },
    query: { scope },
    body,
  })
  noteVersion(payload)
  return { appointment: payload, metadata }
}

/** Tells of the times that dates of a series gave up, and others that go with the change. */
const useTellFreed = (place: AgendaPlace) => {
  const client = useQueryClient()
  return (dates: readonly PreviewDate[], removed: SeriesPreview['removed'] = []): void => {
    const appointments = keptAppointments(client, place)
    const gone = new Set(removed.map(({ id }) => id))
    const given = [...standingDates(dates), ...appointments.filter(({ id }) => gone.has(id))]
    tellFreed(place.practiceId, given, appointments)
  }
}

/** Changes a series; what is kept is cleared and read anew around the start (specification §4). */
export const useChangeSeries = (place: AgendaPlace) => {
  const client = useQueryClient()
  const tell = useTellFreed(place)
  return useMutation({
    mutationFn: sendChange,
    onSuccess: ({ appointment }, { change, dates, removed }) => {
      tell(change.status === 'cancelled' ? dates : leavingDates(dates, change.dates), removed)
      return reloadAround(client, place, appointment.start)
    },
    meta: { showsOwnErrors: true },
  })
}

export interface RemovedSeries {
  appointment: Appointment
  scope: SeriesScope
  /** The dates that were looked at before; none where nobody waited for that. */
  dates: readonly PreviewDate[]
}

export const useRemoveSeries = (place: AgendaPlace) => {
  const client = useQueryClient()
  const tell = useTellFreed(place)
  return useMutation({
    mutationFn: async ({ appointment, scope }: RemovedSeries): Promise<BookingMetadata> =>
      (await call(appointmentEndpoints.removeSeries, { params: { id: appointment.id }, query: { scope } }))
        .metadata,
    onSuccess: (_metadata, { appointment, dates }) => {
      tell(dates)
      return reloadAround(client, place, appointment.start)
    },
  })
}

/** Takes a change of a series back; `start` is where the agenda is read anew. */
export const useUndoSeries = (place: AgendaPlace) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: number; start: string }) => call(seriesEndpoints.undo, { params: { id } }),
    onSuccess: forgetFreed,
    onSettled: (_answer, _error, { start }) => reloadAround(client, place, start),
    meta: { showsOwnErrors: true },
  })
}
