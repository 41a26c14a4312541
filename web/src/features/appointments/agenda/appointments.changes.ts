import type { Appointment } from '@ulna/contract/appointments/appointments'
import { withChanged } from './appointment-changes.ts'
import { type AgendaMonth, monthRange } from './appointment-months.ts'
import { readAgenda } from './read-agenda.ts'

/** Reads of a month what these have become; answers how the month that is held takes it in. */
export const readChanges = async (practiceId: number, month: AgendaMonth, ids: readonly number[]) => {
  const changed = await readAgenda(practiceId, monthRange(month), {
    query: { ids: ids.join(',') },
    silent: true,
  })
  return (held: unknown): Appointment[] => withChanged(held as Appointment[], ids, changed)
}
