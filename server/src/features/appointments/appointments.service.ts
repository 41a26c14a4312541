import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { PatientFileMetadata } from '@ulna/contract/patient-file/patient-file'
import type { DayScope } from '@ulna/contract/today/today'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  type Json,
  joinObject,
  type ListText,
  listText,
  parseJson,
  WireParts,
  type WireText,
} from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view, viewShortly } from '../../platform/use-case.ts'
import { requirePractitioner } from '../practices/practices.service.ts'
import { findCapacity } from './appointments.agenda.repository.ts'
import {
  bound,
  findAppointmentsAmong,
  findAppointmentWire,
  findNextDayWithVisit,
  findNextVisit,
  findPracticeAppointments,
  findPractitionerAppointments,
  type Range,
  type WireAppointments,
} from './appointments.repository.ts'

/** At most this many days in one calendar answer: a year and a month. */
const longestRangeDays = 400

export interface RangeWish {
  readonly start: string
  readonly end: string
}

/** A calendar range that is asked for; refuses an empty one and one longer than a year and a month. */
export const checkedRange = (actor: PracticeActor, { start, end }: RangeWish): Range => {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
  if (days <= 0) throw invalidField('end', 'field_range')
  if (days > longestRangeDays) throw invalidField('end', 'field_max', { max: longestRangeDays })
  return { start: bound(start, actor.timezone), end: bound(end, actor.timezone) }
}

interface Agenda {
  readonly events: Appointment[]
}

/** The specification has the agenda as the one element of a list. */
const calendarAnswer = ({ appointments, total }: WireAppointments): ListText<Agenda> => {
  const rows = new WireParts<Agenda[]>(['[', ...joinObject({ events: appointments }).parts, ']'])
  return listText({ rows, total })
}

const listAppointments = (
  db: Database,
  actor: PracticeActor,
  wish: RangeWish,
  find: (tx: Tx, range: Range) => Promise<WireAppointments>,
): Promise<ListText<Agenda>> => {
  const range = checkedRange(actor, wish)
  return view(db, actor, async (tx) => {
    const found = await find(tx, range)
    return audited(
      { action: 'appointment.list', detail: { ...wish, count: found.total } },
      calendarAnswer(found),
    )
  })
}

/** Appointments of the current practice, of `ids` where they are given; another practice does not exist for this session. */
export const listPracticeAppointments = async (
  db: Database,
  actor: PracticeActor,
  practiceId: number,
  { ids, ...wish }: RangeWish & { readonly ids?: readonly number[] | undefined },
) => {
  if (practiceId !== actor.practiceId) throw new AppError('not_found')
  return listAppointments(db, actor, wish, (tx, range) =>
    ids
      ? findAppointmentsAmong(tx, actor.practiceId, range, ids)
      : findPracticeAppointments(tx, actor.practiceId, range),
  )
}

export const listPractitionerAppointments = (
  db: Database,
  actor: PracticeActor,
  doctorId: number,
  wish: RangeWish,
) =>
  listAppointments(db, actor, wish, async (tx, range) => {
    await requirePractitioner(tx, actor, doctorId)
    return findPractitionerAppointments(tx, actor.practiceId, doctorId, range)
  })

/** An appointment as the contract has it; not_found when it is not here. */
export const wireOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText<Appointment>> => {
  const wire = await findAppointmentWire(tx, actor.practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

export const readAppointment = (
  db: Database,
  actor: PracticeActor,
  id: number,
): Promise<WireText<Appointment>> =>
  viewShortly(db, actor, async (tx) => {
    const wire = await wireOf(tx, actor, id)
    const { patientId } = wire.value()
    return audited({ action: 'appointment.read', patientId, subject: { type: 'appointment', id } }, wire)
  })

/** The next visit of a patient, for the head of the file. */
export const nextVisitOf = (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<Json<PatientFileMetadata['nextAppointment']>> => findNextVisit(tx, actor.practiceId, patientId)

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Whether others may book the caller: a clinical member with an agenda. */
export const hasAgenda = async (
  tx: Tx,
  { practiceId, doctorId, clinical }: PracticeActor,
): Promise<boolean> => clinical && (await findCapacity(tx, practiceId, doctorId)) !== undefined

/** Appointments that touch a day on the practice's clock, by start: of the caller, or of everybody. */
export const appointmentsOfDay = async (
  tx: Tx,
  { practiceId, doctorId, timezone }: PracticeActor,
  scope: DayScope,
  day: string,
): Promise<Appointment[]> => {
  const range = { start: bound(day, timezone), end: bound(nextDay(day), timezone) }
  const { appointments } =
    scope === 'own'
      ? await findPractitionerAppointments(tx, practiceId, doctorId, range)
      : await findPracticeAppointments(tx, practiceId, range)
  return parseJson(appointments.toString())
}

/** The next day after one on which a patient is expected, by the caller or by anybody; undefined without one in a fortnight. */
export const nextDayWithVisit = (
  tx: Tx,
  { practiceId, doctorId, timezone }: PracticeActor,
  scope: DayScope,
  day: string,
): Promise<string | undefined> =>
  findNextDayWithVisit(tx, {
    practiceId,
    doctorId: scope === 'own' ? doctorId : null,
    timezone,
    after: nextDay(day),
  })
