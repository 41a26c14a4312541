import type { Agenda } from './agenda.ts'
import { addDays, type Day, instantAt, isClosed, weekday } from './calendar.ts'
import type { Practitioner } from './staff.ts'

export interface PlannedAbsence {
  /** Null: the whole practice. */
  readonly practitioner: Practitioner | null
  readonly start: string
  readonly end: string
  readonly title: string
}

const wholeDay = 24 * 60

/** The next such day after today on which the practice is open. */
const nextOpen = (today: Day, day: number): Day => {
  let next = addDays(today, 1)
  while (weekday(next) !== day || isClosed(next)) next = addDays(next, 1)
  return next
}

/** A day on which somebody is away, and a year's end on which everybody is; nobody is booked into them. */
export const planAbsences = (agenda: Agenda, today: Day): PlannedAbsence[] => {
  const friday = nextOpen(today, 5)
  agenda.close({ practitioner: 2, day: friday, start: 0, end: wholeDay })
  const thisYear = `${today.slice(0, 4)}-12-24`
  const closing = today < thisYear ? thisYear : `${Number(today.slice(0, 4)) + 1}-12-24`
  return [
    {
      practitioner: 2,
      start: instantAt(friday, 0),
      end: instantAt(friday, wholeDay),
      title: 'Congreso de fisioterapia',
    },
    {
      practitioner: null,
      start: instantAt(closing, 0),
      end: instantAt(addDays(closing, 10), 0),
      title: 'Vacaciones de fin de año',
    },
  ]
}
