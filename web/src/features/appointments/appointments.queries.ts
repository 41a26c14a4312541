import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type Appointment,
  type AppointmentChange,
  type AppointmentInput,
  appointmentEndpoints,
} from '@ulna/contract/appointments'
import { type Doctor, practiceEndpoints } from '@ulna/contract/practices'
import { call } from '../../api/client.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/zoned-time.ts'
import {
  type AgendaMonth,
  joinMonths,
  monthOfInstant,
  monthRange,
  monthsAround,
  withEvent,
} from './appointment-months.ts'

const ofPractice = (practiceId: number) => ['appointments', practiceId] as const
const ofMonth = (practiceId: number, month: AgendaMonth) => [...ofPractice(practiceId), month] as const

/** All appointments of a practice that touch a month, by start. */
export const monthQuery = (practiceId: number, month: AgendaMonth) =>
  queryOptions({
    queryKey: ofMonth(practiceId, month),
    queryFn: async ({ signal }): Promise<Appointment[]> => {
      const { payload } = await call(appointmentEndpoints.findByPractice, {
        params: { practiceId, ...monthRange(month) },
        signal,
      })
      return payload.flatMap(({ events }) => events)
    },
    meta: { showsOwnErrors: true },
  })

interface MonthsAnswer {
  events: Appointment[]
  isLoading: boolean
  isError: boolean
  retry: () => void
}

interface MonthResult {
  data: Appointment[] | undefined
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

const combineMonths = (results: readonly MonthResult[]): MonthsAnswer => ({
  events: joinMonths(results.map(({ data }) => data)),
  isLoading: results.some(({ isPending, isError }) => isPending && !isError),
  isError: results.some(({ isError }) => isError),
  retry: () => {
    for (const result of results) if (result.isError) result.refetch()
  },
})

/** The appointments of these months, joined; months that are already there show while others load. */
export const useMonths = (practiceId: number, months: readonly AgendaMonth[]): MonthsAnswer =>
  useQueries({ queries: months.map((month) => monthQuery(practiceId, month)), combine: combineMonths })

/** Practitioners whose agenda can be booked, by name. */
export const bookableDoctorsQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['doctors', practiceId, 'bookable'],
    queryFn: async ({ signal }): Promise<Doctor[]> =>
      (await call(practiceEndpoints.doctors, { signal })).payload.filter(({ bookable }) => bookable),
    staleTime: 5 * 60_000,
  })

/** The practice whose agenda it is, and its clock. */
export interface AgendaPlace {
  practiceId: number
  time: ZonedTime
}

type Snapshot = [readonly unknown[], Appointment[] | undefined][]

const changeMonths = (
  client: QueryClient,
  { practiceId }: AgendaPlace,
  change: (events: Appointment[], month: AgendaMonth) => Appointment[],
): Snapshot => {
  const before = client.getQueriesData<Appointment[]>({ queryKey: ofPractice(practiceId) })
  for (const [key, events] of before) {
    if (events) client.setQueryData<Appointment[]>(key, change(events, String(key[2])))
  }
  return before
}

const putBack = (client: QueryClient, before: Snapshot): void => {
  for (const [key, events] of before) client.setQueryData(key, events)
}

const putEvent = (client: QueryClient, place: AgendaPlace, event: Appointment): Snapshot =>
  changeMonths(client, place, (events, month) => withEvent(events, event, month, place.time))

/** After an update: clears what is kept and loads one month before to one month after the start (specification §4). */
const reloadAround = async (
  client: QueryClient,
  { practiceId, time }: AgendaPlace,
  start: string,
): Promise<void> => {
  client.removeQueries({ queryKey: ofPractice(practiceId), type: 'inactive' })
  await client.invalidateQueries({ queryKey: ofPractice(practiceId) })
  for (const month of monthsAround(start, time)) await client.prefetchQuery(monthQuery(practiceId, month))
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
    mutationFn: async ({ input, idempotencyKey }: NewAppointment): Promise<Appointment> =>
      (await call(appointmentEndpoints.create, { body: input, idempotencyKey })).payload,
    onSuccess: (created) => {
      putEvent(client, place, created)
      void client.invalidateQueries({
        queryKey: ofMonth(place.practiceId, monthOfInstant(created.start, place.time)),
      })
    },
    meta: { showsOwnErrors: true },
  })
}

export interface ChangedAppointment {
  /** As it was. */
  event: Appointment
  change: AppointmentChange
}

const updating = ['appointments', 'update'] as const

// Two quick moves of one card: the second must build on the version the first one made, not on the one on screen.
const versionsMade = new Map<number, number>()

const sendChange = async ({ event, change }: ChangedAppointment): Promise<Appointment> => {
  const { version, ...rest } = change
  const made = versionsMade.get(event.id)
  const body = version === undefined ? rest : { ...rest, version: Math.max(version, made ?? version) }
  const { payload } = await call(appointmentEndpoints.update, { params: { id: event.id }, body })
  versionsMade.set(event.id, payload.version)
  return payload
}

/** Changes or moves, one after the other; the card moves at once and goes back where it was when the server refuses. */
export const useUpdateAppointment = (place: AgendaPlace) => {
  const client = useQueryClient()
  const isLast = () => client.isMutating({ mutationKey: updating }) <= 1
  return useMutation({
    mutationKey: updating,
    scope: { id: updating.join() },
    mutationFn: sendChange,
    onMutate: async ({ event, change }) => {
      await client.cancelQueries({ queryKey: ofPractice(place.practiceId) })
      const { doctorId = event.doctorId, start = event.start, end = event.end } = change
      return putEvent(client, place, { ...event, doctorId, start, end })
    },
    onError: (_error, _change, before) => {
      if (before) putBack(client, before)
      if (isLast()) void client.invalidateQueries({ queryKey: ofPractice(place.practiceId) })
    },
    onSuccess: (saved) => {
      if (!isLast()) return
      putEvent(client, place, saved)
      void reloadAround(client, place, saved.start)
    },
    meta: { showsOwnErrors: true },
  })
}

export const useRemoveAppointment = (place: AgendaPlace) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (event: Appointment) => call(appointmentEndpoints.remove, { params: { id: event.id } }),
    onSuccess: (_answer, { id, start }) => {
      changeMonths(client, place, (events) => events.filter((event) => event.id !== id))
      void client.invalidateQueries({
        queryKey: ofMonth(place.practiceId, monthOfInstant(start, place.time)),
      })
    },
  })
}
