import type { Role } from '@ulna/contract/roles'
import type { WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { type Day, isClosed, weekday } from './calendar.ts'

export interface StaffMember {
  readonly firstName: string
  readonly lastName: string
  readonly username: string
  readonly password: string
  readonly email: string
  readonly role: Role
  readonly clinical: boolean
}

export const owner: StaffMember = {
  firstName: 'Laura',
  lastName: 'Restrepo',
  username: 'laura',
  password: 'rodilla-azul-27',
  email: 'laura@chapinero.example',
  role: 'owner',
  clinical: true,
}

const colleague = (firstName: string, lastName: string, username: string, password: string): StaffMember => ({
  firstName,
  lastName,
  username,
  password,
  email: `${username}@chapinero.example`,
  role: 'practitioner',
  clinical: true,
})

/** The people of the practice. The first three treat; indexes of practitioners in a plan are indexes in this list. */
export const staff: readonly StaffMember[] = [
  owner,
  colleague('Andrés', 'Cifuentes', 'andres', 'hombro-verde-41'),
  colleague('Marta', 'Iglesias', 'marta', 'tobillo-rojo-58'),
  {
    ...colleague('Patricia', 'Lemos', 'patricia', 'agenda-clara-63'),
    role: 'assistant',
    clinical: false,
  },
]

export const assistant = 3
export const practitioners = [0, 1, 2] as const
export type Practitioner = (typeof practitioners)[number]

/** `[from, to)` in minutes of the day. */
export type Span = readonly [from: number, to: number]

/** Lunch is the same for all, 13:00 to 14:00. */
const weekdayHours: Readonly<Record<Practitioner, readonly Span[]>> = {
  0: [
    [7 * 60, 13 * 60],
    [14 * 60, 17 * 60],
  ],
  1: [
    [8 * 60, 13 * 60],
    [14 * 60, 18 * 60],
  ],
  2: [
    [9 * 60, 13 * 60],
    [14 * 60, 16 * 60],
  ],
}

const saturdayHours: Readonly<Record<Practitioner, readonly Span[]>> = {
  0: [],
  1: [[8 * 60, 12 * 60]],
  2: [],
}

/** When a practitioner works that day. */
export const hoursOf = (practitioner: Practitioner, day: Day): readonly Span[] => {
  if (isClosed(day)) return []
  return weekday(day) === 6 ? saturdayHours[practitioner] : weekdayHours[practitioner]
}

/** `HH:mm` of minutes of the day. */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The hours of a week, as the practice's schedule has them. */
export const weekOf = (practitioner: Practitioner): WorkingPeriod[] => {
  const periods = (weekday: number, spans: readonly Span[]): WorkingPeriod[] =>
    spans.map(([from, to]) => ({ weekday, from: clock(from), to: clock(to) }))
  return [
    ...[1, 2, 3, 4, 5].flatMap((day) => periods(day, weekdayHours[practitioner])),
    ...periods(6, saturdayHours[practitioner]),
  ]
}

/** Minutes of a first visit, and of every other. */
export const visitMinutes: Readonly<Record<Practitioner, { first: number; next: number }>> = {
  0: { first: 60, next: 40 },
  1: { first: 60, next: 45 },
  2: { first: 60, next: 45 },
}
