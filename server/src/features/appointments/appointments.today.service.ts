import type { Today } from '@ulna/contract/appointments/appointments'
import { answerText, joinObject, jsonOf, type WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { unsignedOf, withoutNextVisitOf } from '../records/records.service.ts'
import { appointmentsOfDay } from './appointments.service.ts'

/** Today's date in a time zone, YYYY-MM-DD. */
const dayIn = (timezone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now)

/** The caller's day in one answer. Members without clinical access get the agenda alone. */
export const readToday = (db: Database, actor: PracticeActor): Promise<WireText<Today>> =>
  view(db, actor, async (tx) => {
    const day = dayIn(actor.timezone, new Date())
    const { appointments, total } = await appointmentsOfDay(tx, actor, day)
    const unsigned = actor.clinical ? await unsignedOf(tx, actor) : jsonOf([])
    const withoutNextVisit = actor.clinical ? await withoutNextVisitOf(tx, actor) : jsonOf([])
    const answer = joinObject({ day: jsonOf(day), events: appointments, unsigned, withoutNextVisit })
    return audited({ action: 'appointment.list', detail: { day, count: total } }, answerText(answer))
  })
