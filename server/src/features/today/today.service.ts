import { type Appointment, isBroughtHistory } from '@ulna/contract/appointments/appointments'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import type { DayScope, Today, VisitFacts } from '@ulna/contract/today/today'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { answerText, joinObject, jsonOf, type WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import {
  appointmentsOfDay,
  hasAgenda,
  nextDayWithVisit,
  wireOf,
} from '../appointments/appointments.service.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { paidVisits } from '../receipts/receipts.service.ts'
import { recordsOfVisits, unsignedOf, withoutNextVisitOf } from '../records/records.service.ts'
import { endingPackagesOf, packagesOfVisits } from '../session-packages/session-packages.service.ts'

export interface DayWish {
  readonly scope?: DayScope | undefined
  readonly day?: string | undefined
}

interface ShownDay {
  readonly day: string
  readonly events: Appointment[]
}

const clockIn = (timezone: string, now: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' }).format(now)

/** The working day has ended by the clock, and nobody is expected any more. */
const isOver = (
  { timezone, configurations }: PracticeActor,
  events: readonly Appointment[],
  now: number,
): boolean =>
  clockIn(timezone, now) >= configurations.agenda.dayEndsAt &&
  events.every(({ status, end }) => !['booked', 'arrived'].includes(status) || Date.parse(end) <= now)

/** The visits of a day. What an import brought as over is history of another system and counts for no day here. */
const eventsOf = async (tx: Tx, actor: PracticeActor, scope: DayScope, day: string): Promise<Appointment[]> =>
  (await appointmentsOfDay(tx, actor, scope, day)).filter((one) => !isBroughtHistory(one))

/** Today, and once it is over the next day on which somebody is expected. */
const dayToShow = async (tx: Tx, actor: PracticeActor, scope: DayScope): Promise<ShownDay> => {
  const now = await databaseNow(tx)
  const day = dayOfInstant(new Date(now).toISOString(), actor.timezone)
  const events = await eventsOf(tx, actor, scope, day)
  const next = isOver(actor, events, now) ? await nextDayWithVisit(tx, actor, scope, day) : undefined
  return next === undefined ? { day, events } : { day: next, events: await eventsOf(tx, actor, scope, next) }
}

/** What the visits of a day that have a patient are besides what the agenda says. */
const factsOf = async (tx: Tx, actor: PracticeActor, { day, events }: ShownDay): Promise<VisitFacts[]> => {
  const visits = events.flatMap((event) => {
    const { id, patientId, doctorId, status } = event
    return patientId === null
      ? []
      : [{ appointmentId: id, patientId, doctorId, status, isHistory: isBroughtHistory(event) }]
  })
  if (visits.length === 0) return []
  const [records, packages, paid] = await Promise.all([
    recordsOfVisits(tx, actor, visits, day),
    packagesOfVisits(tx, actor, visits, day),
    paidVisits(tx, actor, visits, day),
  ])
  const recordsOf = new Map(records.map((one) => [one.appointmentId, one]))
  const packageOf = new Map(packages.map((one) => [one.appointmentId, one]))
  return visits.map(({ appointmentId, status, isHistory }) => {
    const { caseName = null, sessionNumber = null, unsigned = false } = recordsOf.get(appointmentId) ?? {}
    const { counts = false, appointmentId: _, ...balance } = packageOf.get(appointmentId) ?? {}
    const toPay = status === 'attended' && !isHistory && !counts && !paid.includes(appointmentId)
    return {
      ...{ appointmentId, caseName, sessionNumber, unsigned, toPay },
      package: packageOf.has(appointmentId) ? (balance as NonNullable<VisitFacts['package']>) : null,
    }
  })
}

/** The visits of a day of the whole practice, by start, with what they stand for as far as the caller may read it. */
export const visitsOfPractice = async (
  tx: Tx,
  actor: PracticeActor,
  day: string,
): Promise<{ readonly events: Appointment[]; readonly facts: VisitFacts[] }> => {
  const events = await eventsOf(tx, actor, 'practice', day)
  return { events, facts: await factsOf(tx, actor, { day, events }) }
}

/** How many packages about to end stand on Today. */
const mostEnding = 5

/** The day in one answer. Members without clinical access get what the agenda and the desk know. */
export const readToday = (
  db: Database,
  actor: PracticeActor,
  classes: RecordClasses,
  wish: DayWish,
): Promise<WireText<Today>> =>
  view(db, actor, async (tx) => {
    const scope = wish.scope ?? ((await hasAgenda(tx, actor)) ? 'own' : 'practice')
    const shown: ShownDay =
      wish.day === undefined
        ? await dayToShow(tx, actor, scope)
        : { day: wish.day, events: await eventsOf(tx, actor, scope, wish.day) }
    const { day, events } = shown
    const [visits, unsigned, withoutNextVisit, endingPackages] = await Promise.all([
      factsOf(tx, actor, shown),
      unsignedOf(tx, actor, classes),
      actor.clinical ? withoutNextVisitOf(tx, actor) : jsonOf([]),
      endingPackagesOf(tx, actor, scope, mostEnding),
    ])
    const answer = joinObject<Today>({
      day: jsonOf(day),
      scope: jsonOf(scope),
      events: jsonOf(events),
      visits: jsonOf(visits),
      unsigned: jsonOf(unsigned),
      ...{ withoutNextVisit, endingPackages },
    })
    const detail = { day, count: events.length, ...(scope === 'practice' && { practice: true }) }
    return audited({ action: 'appointment.list', detail }, answerText(answer))
  })

/** What one appointment stands for, on the day it begins; null for time that is kept free. */
export const readVisit = (db: Database, actor: PracticeActor, id: number): Promise<VisitFacts | null> =>
  view(db, actor, async (tx) => {
    const visit = (await wireOf(tx, actor, id)).value()
    const day = dayOfInstant(visit.start, actor.timezone)
    const [facts = null] = await factsOf(tx, actor, { day, events: [visit] })
    const { patientId } = visit
    return audited({ action: 'appointment.read', patientId, subject: { type: 'appointment', id } }, facts)
  })
