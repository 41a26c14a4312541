import type { AgendaMarks } from '@ulna/contract/appointments/appointments.marks'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../../platform/use-case.ts'
import { checkedRange, type RangeWish } from '../appointments.service.ts'
import { findMarks } from './appointments.marks.repository.ts'

/** First visits, written notes and alerts within a range, for the agenda. */
export const readMarks = (db: Database, actor: PracticeActor, wish: RangeWish): Promise<AgendaMarks> => {
  const range = checkedRange(actor, wish)
  return view(db, actor, async (tx) => {
    const rows = await findMarks(tx, actor, range)
    const marks: AgendaMarks = {
      firstVisits: rows.filter(({ isFirst }) => isFirst).map(({ id }) => id),
      written: rows.filter(({ isWritten }) => isWritten).map(({ id }) => id),
      alerts: [...new Set(rows.filter(({ hasAlert }) => hasAlert).map(({ patientId }) => patientId))],
    }
    return audited({ action: 'appointment.list', detail: { ...wish, marks: rows.length } }, marks)
  })
}
