import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import {
  type AppointmentCriteria,
  type AppointmentPage,
  findAppointmentsBy,
} from './appointments.find.repository.ts'

export type {
  AppointmentCriteria,
  AppointmentOrder,
} from './appointments.find.repository.ts'

const everything = { limit: null, offset: 0 }

/** A page of appointments that meet some criteria, by start, and how many there are; without a page all of them. */
export const appointmentsBy = async (
  tx: Tx,
  actor: PracticeActor,
  criteria: AppointmentCriteria,
  page?: AppointmentPage,
): Promise<{ readonly appointments: Appointment[]; readonly total: number }> => {
  const { rows, total } = await findAppointmentsBy(tx, actor.practiceId, criteria, page ?? everything)
  const text = typeof rows === 'string' ? rows : rows.toString()
  return { appointments: parseJson(text), total }
}
