import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { ZonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'
import {
  type AgendaMonth,
  joinMonths,
  monthRange,
  monthsAround,
  withAppointment,
} from './appointment-months.ts'
import { readAgenda } from './read-agenda.ts'

/** The practice whose agenda it is, and its clock. */
export interface AgendaPlace {
  practiceId: number
  time: ZonedTime
}

const ofPractice = (practiceId: number) => ['appointments', practiceId] as const
const ofMonth = (practiceId: number, month: AgendaMonth) => [...ofPractice(practiceId), month] as const

/** All appointments of a practice that touch a month, by start. A change of some of them reads these alone. */
export const monthQuery = (practiceId: number, month: AgendaMonth) =>
  queryOptions({
    queryKey: ofMonth(practiceId, month),
    queryFn: ({ signal }) => readAgenda(practiceId, monthRange(month), { signal }),
    meta: {
      showsOwnErrors: true,
      readChanges: async (ids) =>
        (await import('./appointments.changes.ts')).readChanges(practiceId, month, ids),
    },
  })

type Snapshot = [readonly unknown[], Appointment[] | undefined][]

const changeMonths = (
  client: QueryClient,
  { practiceId }: AgendaPlace,
  change: (appointments: Appointment[], month: AgendaMonth) => Appointment[],
): Snapshot => {
  const before = client.getQueriesData<Appointment[]>({ queryKey: ofPractice(practiceId) })
  for (const [key, appointments] of before) {
    if (appointments) client.setQueryData<Appointment[]>(key, change(appointments, String(key[2])))
  }
  return before
}

/** Every appointment of the practice that is kept, each once. */
export const keptAppointments = (client: QueryClient, { practiceId }: AgendaPlace): Appointment[] => {
  const kept = client.getQueriesData<Appointment[]>({ queryKey: ofPractice(practiceId) })
  return joinMonths(kept.map(([, appointments]) => appointments))
}

export const putBack = (client: QueryClient, before: Snapshot): void => {
  for (const [key, appointments] of before) client.setQueryData(key, appointments)
}

/** Shows an appointment where it is now, in every month that is kept; answers what was kept before. */
export const putAppointment = (client: QueryClient, place: AgendaPlace, appointment: Appointment): Snapshot =>
  changeMonths(client, place, (appointments, month) =>
    withAppointment(appointments, appointment, month, place.time),
  )

export const takeAway = (client: QueryClient, place: AgendaPlace, id: number): Snapshot =>
  changeMonths(client, place, (appointments) => appointments.filter((appointment) => appointment.id !== id))

/** What is being read now would come after what is about to be shown, and undo it. */
export const stopReading = (client: QueryClient, { practiceId }: AgendaPlace): Promise<void> =>
  client.cancelQueries({ queryKey: ofPractice(practiceId) })

/** Reads months anew that are kept: those on show at once, the others when they are shown. */
export const reloadMonths = async (
  client: QueryClient,
  { practiceId }: AgendaPlace,
  months: readonly AgendaMonth[],
): Promise<void> => {
  await Promise.all(months.map((month) => client.invalidateQueries({ queryKey: ofMonth(practiceId, month) })))
}

/** The head of a patient's file says when they come next: it is read anew when the file is opened again. */
export const reloadFile = (client: QueryClient, { patientId }: Pick<Appointment, 'patientId'>): void => {
  if (patientId !== null)
    void client.invalidateQueries({ queryKey: ['patient', patientId, 'file'], refetchType: 'none' })
}

export const reloadAll = (client: QueryClient, { practiceId }: AgendaPlace): Promise<void> =>
  client.invalidateQueries({ queryKey: ofPractice(practiceId) })

/** After an update: clears what is kept and loads one month before to one month after the start (specification §4). */
export const reloadAround = async (client: QueryClient, place: AgendaPlace, start: string): Promise<void> => {
  const { practiceId, time } = place
  client.removeQueries({ queryKey: ofPractice(practiceId), type: 'inactive' })
  await reloadAll(client, place)
  for (const month of monthsAround(start, time)) await client.prefetchQuery(monthQuery(practiceId, month))
}
