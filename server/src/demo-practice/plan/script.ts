import { appointmentStatuses } from '@ulna/contract/appointments/appointments'
import * as z from 'zod/mini'
import { type Condition, conditions } from './conditions.ts'
import patientsOfToday from './patients-of-today.json' with { type: 'json' }
import { type Practitioner, practitioners } from './staff.ts'

/**
 * The day of the demo is written by hand, so that every kind of appointment is there to be seen, as at 10:26. What has
 * become of each by the hour at which the demo is loaded is `statusBy`.
 */
const todaysVisit = z.object({
  start: z.string(),
  end: z.string(),
  status: z.enum(appointmentStatuses),
  confirmed: z.boolean(),
})

const conditionOf = (key: string): Condition => {
  const found = conditions.find((one) => one.key === key)
  if (!found) throw new Error(`the demo knows no condition ${key}`)
  return found
}

const scriptedPatient = z.object({
  practitioner: z.literal(practitioners),
  person: z.object({
    firstName: z.string(),
    lastName: z.string(),
    sex: z.literal(['f', 'm']),
    age: z.number(),
  }),
  condition: z.pipe(z.string(), z.transform(conditionOf)),
  side: z.literal(['left', 'right']),
  /** Follow-ups before today; null for somebody who has never been here. */
  followUps: z.nullable(z.number()),
  today: z.nullable(todaysVisit),
  /** Days since the last visit, for those who do not come today. */
  lastVisitDaysAgo: z.optional(z.number()),
  /** Visits booked after today. */
  ahead: z.number(),
  allergies: z.optional(z.string()),
  warning: z.optional(z.string()),
})
export type ScriptedPatient = z.output<typeof scriptedPatient>

export const scriptedPatients: readonly ScriptedPatient[] = z.array(scriptedPatient).parse(patientsOfToday)

export interface Block {
  readonly practitioner: Practitioner
  readonly start: string
  readonly end: string
  readonly title: string
  readonly note: string | null
}

/** Today's appointments without a patient. */
export const todaysBlocks: readonly Block[] = [
  { practitioner: 1, start: '14:00', end: '15:00', title: 'Grupo de espalda sana', note: '5 de 6 lugares' },
  { practitioner: 2, start: '11:30', end: '12:10', title: 'Reunión de equipo', note: null },
]
