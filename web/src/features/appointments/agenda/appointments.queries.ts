import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import {
  type Appointment,
  type AppointmentChange,
  type AppointmentInput,
  appointmentEndpoints,
} from '@ulna/contract/appointments/appointments'
import type { AfterPackage } from '@ulna/contract/appointments/appointments.course'
import type { Clash } from '@ulna/contract/appointments/appointments.series'
import { call } from '../../../api/session/client.ts'
import { type AgendaMonth, joinMonths, monthOfInstant } from './appointment-months.ts'
import { newestVersion, noteVersion } from './appointment-versions.ts'
import {
  type AgendaPlace,
  keptAppointments,
  monthQuery,
  putAppointment,
  putBack,
  reloadAll,
  reloadAround,
  reloadFile,
  reloadMonths,
  stopReading,
  takeAway,
} from './appointments.cache.ts'
import { givesUp, tellFreed } from './freed-times.ts'

interface MonthsAnswer {
  events: Appointment[]
  isLoading: boolean
  /** Why a month did not come; null while all of them may. */
  error: unknown
  retry: () => void
}

interface MonthResult {
  data: Appointment[] | undefined
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
}

const combineMonths = (results: readonly MonthResult[]): MonthsAnswer => ({
  events: joinMonths(results.map(({ data }) => data)),
  isLoading: results.some(({ isPending, isError }) => isPending && !isError),
  error: results.find(({ isError }) => isError)?.error ?? null,
  retry: () => {
    for (const result of results) if (result.isError) result.refetch()
  },
})

/** The appointments of these months, joined; months that are already there show while others load. */
export const useMonths = (practiceId: number, months: readonly AgendaMonth[]): MonthsAnswer =>
  useQueries({ queries: months.map((month) => monthQuery(practiceId, month)), combine: combineMonths })

/** An appointment as it was saved, and other visits of its patient at that time: a warning only. */
export interface Saved {
  appointment: Appointment
  patientClashes: readonly Clash[]
  afterPackage?: AfterPackage | undefined
}

export interface NewAppointment {
  input: AppointmentInput
  /** The same key never books twice. */
  idempotencyKey: string
}

/** Books; the month of the start is reloaded (specification §4). */
export const useCreateAppointment = (place: AgendaPlace) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ input, idempotencyKey }: NewAppointment): Promise<Saved> => {
      const answer = await call(appointmentEndpoints.create, { body: input, idempotencyKey })
      return { appointment: answer.payload, patientClashes: answer.metadata.patientClashes }
    },
    onSuccess: ({ appointment }) => {
      putAppointment(client, place, appointment)
      reloadFile(client, appointment)
      void reloadMonths(client, place, [monthOfInstant(appointment.start, place.time)])
    },
    meta: { showsOwnErrors: true },
  })
}

export interface ChangedAppointment {
  /** The appointment as it was before. */
  appointment: Appointment
  change: AppointmentChange
  /** It goes back to the time it had: the one it leaves was nobody's before. */
  isWayBack?: boolean
}

const updating = ['appointments', 'update'] as const

const sendChange = async ({ appointment, change }: ChangedAppointment): Promise<Saved> => {
  const { version, ...rest } = change
  const body = version === undefined ? rest : { ...rest, version: newestVersion(appointment.id, version) }
  const { payload, metadata } = await call(appointmentEndpoints.update, {
    params: { id: appointment.id },
    body,
  })
  noteVersion(payload)
  return { ...metadata, appointment: payload }
}

/** Changes or moves, one after the other; the card moves at once and goes back where it was when the server refuses. */
export const useUpdateAppointment = (place: AgendaPlace) => {
  const client = useQueryClient()
  const isLast = () => client.isMutating({ mutationKey: updating }) <= 1
  return useMutation({
    mutationKey: updating,
    scope: { id: updating.join() },
    mutationFn: sendChange,
    onMutate: async ({ appointment, change }) => {
      await stopReading(client, place)
      const { doctorId = appointment.doctorId, start = appointment.start, end = appointment.end } = change
      return putAppointment(client, place, { ...appointment, doctorId, start, end })
    },
    onError: (_error, _change, before) => {
      if (before) putBack(client, before)
      if (isLast()) void reloadAll(client, place)
    },
    onSuccess: ({ appointment }, { appointment: event, isWayBack }) => {
      if (!isWayBack && givesUp(event, appointment))
        tellFreed(place.practiceId, [event], keptAppointments(client, place))
      reloadFile(client, appointment)
      if (!isLast()) return
      putAppointment(client, place, appointment)
      void reloadAround(client, place, appointment.start)
    },
    meta: { showsOwnErrors: true },
  })
}

export const useRemoveAppointment = (place: AgendaPlace) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (appointment: Appointment) =>
      call(appointmentEndpoints.remove, { params: { id: appointment.id } }),
    onSuccess: (_answer, appointment) => {
      const { id, start } = appointment
      tellFreed(place.practiceId, [appointment], keptAppointments(client, place))
      takeAway(client, place, id)
      reloadFile(client, appointment)
      void reloadMonths(client, place, [monthOfInstant(start, place.time)])
    },
  })
}
