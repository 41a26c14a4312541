import { addDays, type Day, instantAt } from './calendar.ts'
import type { Practitioner } from './staff.ts'

/** Somebody who would come earlier, by the names the script gives them. */
interface WaitingPerson {
  readonly firstName: string
  readonly practitioner: Practitioner | null
  readonly minutes: number
  readonly weekdays: readonly number[]
  readonly from: string
  readonly to: string
  readonly note: string
  readonly daysAgo: number
}

const waiting: readonly WaitingPerson[] = [
  {
    firstName: 'Rosa Elena',
    practitioner: 0,
    minutes: 40,
    weekdays: [],
    from: '07:00',
    to: '12:00',
    note: 'Prefiere la mañana; llamar a la hija.',
    daysAgo: 3,
  },
  {
    firstName: 'Valentina',
    practitioner: null,
    minutes: 45,
    weekdays: [2, 4],
    from: '15:00',
    to: '18:00',
    note: 'Sale del trabajo a las 14:30.',
    daysAgo: 1,
  },
]

export interface PlannedWaiting extends Omit<WaitingPerson, 'firstName' | 'daysAgo'> {
  readonly patient: number
  readonly latest: Day
  readonly since: string
}

/** Who waits for a time that falls free; `firstNames` of the patients of the plan, in their order. */
export const planWaiting = (firstNames: readonly string[], today: Day): PlannedWaiting[] =>
  waiting.flatMap(({ firstName, daysAgo, ...wish }) => {
    const patient = firstNames.indexOf(firstName)
    if (patient === -1) return []
    return [
      {
        ...wish,
        patient,
        latest: addDays(today, 30),
        since: instantAt(addDays(today, -daysAgo), 11 * 60),
      },
    ]
  })
