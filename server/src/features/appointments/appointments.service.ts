import type { Appointment, AppointmentChange, AppointmentInput } from '@ulna/contract/appointments'
import type { PracticeActor } from '../../platform/actor.ts'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { lockTrail } from '../../platform/audit.strands.ts'
import type { Tx } from '../../platform/database.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import { WireParts, WireText } from '../../platform/wire.ts'
import { mayWriteAgenda } from './appointments.policy.ts'
import {
  type AppointmentColumns,
  type AppointmentState,
  bound,
  deleteAppointmentRow,
  findAppointmentWire,
  findClash,
  findDoctorEvents,
  findNextVisit,
  findPracticeEvents,
  insertAppointment,
  isBookable,
  keepAppointmentVersion,
  lockAgendas,
  lockAppointment,
  type Range,
  updateAppointmentRow,
  type WireEvents,
} from './appointments.repository.ts'

/** At most this many days in one calendar answer: a year and a month. */
const longestRangeDays = 400

export interface RangeWish {
  readonly start: string
  readonly end: string
}

const checkedRange = (actor: PracticeActor, { start, end }: RangeWish): Range => {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
  if (days <= 0) throw invalidField('end', 'field_range')
  if (days > longestRangeDays) throw invalidField('end', 'field_max', { max: longestRangeDays })
  return { start: bound(start, actor.timezone), end: bound(end, actor.timezone) }
}

const calendarAnswer = ({ events, total }: WireEvents): WireText =>
  new WireText(
    new WireParts(['[{"events":', ...events.parts, '}]']),
    JSON.stringify({ total, limit: total, offset: 0 }),
  )

const listEvents = (
  db: Database,
  actor: PracticeActor,
  wish: RangeWish,
  find: (tx: Tx, range: Range) => Promise<WireEvents>,
): Promise<WireText> => {
  const range = checkedRange(actor, wish)
  return view(db, actor, async (tx) => {
    const found = await find(tx, range)
    return audited(
      { action: 'appointment.list', detail: { ...wish, count: found.total } },
      calendarAnswer(found),
    )
  })
}

/** Appointments of the current practice; another practice does not exist for this session. */
export const listPracticeEvents = async (
  db: Database,
  actor: PracticeActor,
  practiceId: number,
  wish: RangeWish,
) => {
  if (practiceId !== actor.practiceId) throw new AppError('not_found')
  return listEvents(db, actor, wish, (tx, range) => findPracticeEvents(tx, actor.practiceId, range))
}

export const listDoctorEvents = (db: Database, actor: PracticeActor, doctorId: number, wish: RangeWish) =>
  listEvents(db, actor, wish, async (tx, range) => {
    const doctor = await tx
      .selectFrom('doctors')
      .select('id')
      .where('practice_id', '=', actor.practiceId)
      .where('id', '=', doctorId)
      .executeTakeFirst()
    if (!doctor) throw new AppError('not_found')
    return findDoctorEvents(tx, actor.practiceId, doctorId, range)
  })

const wireOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText> => {
  const wire = await findAppointmentWire(tx, actor.practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return new WireText(wire)
}

export const readAppointment = (db: Database, actor: PracticeActor, id: number): Promise<WireText> =>
  view(db, actor, async (tx) => {
    const wire = await wireOf(tx, actor, id)
    const { patientId } = JSON.parse(wire.payload) as Appointment
    return audited({ action: 'appointment.read', patientId, subject: { type: 'appointment', id } }, wire)
  })

const checkOrder = (start: string | Date, end: string | Date): void => {
  const minutes = (new Date(end).getTime() - new Date(start).getTime()) / 60_000
  if (minutes <= 0) throw invalidField('end', 'field_range')
  if (minutes > 24 * 60) throw invalidField('end', 'field_max', { max: 24 * 60 })
}

interface Booking {
  readonly id: number | null
  readonly doctorId: number
  readonly patientId: number | null
  readonly start: string | Date
  readonly end: string | Date
  readonly cancelled: boolean
  readonly allowOverlap: boolean
}

/** What is in the way of a booking, unless it may overlap. */
const clashWith = async (tx: Tx, actor: PracticeActor, booking: Booking): Promise<string | undefined> =>
  booking.cancelled || booking.allowOverlap
    ? undefined
    : findClash(tx, actor.practiceId, { ...booking, exceptId: booking.id })

/** Refuses an overlap with any other appointment of the practitioner; the other one goes along. */
const refuseClash = (clash: string | undefined): void => {
  if (clash === undefined) return
  throw new AppError('appointment_overlap', { metadata: { appointment: JSON.parse(clash) as unknown } })
}

// Whether the patient exists here is the foreign key's to say.
const requireBookable = (bookable: boolean): void => {
  if (!bookable) throw new AppError('not_found', { params: { field: 'doctorId' } })
}

const columnsOf = (input: AppointmentInput | AppointmentChange): AppointmentColumns => {
  const columns: Record<keyof AppointmentColumns, unknown> = {
    doctor_id: input.doctorId,
    patient_id: input.patientId,
    start_at: input.start,
    end_at: input.end,
    title: input.title,
    note: input.note,
    patient_note: input.patientNote,
    confirmed: input.confirmed,
    status: input.status,
    cancel_reason: input.cancelReason,
    allow_overlap: input.allowOverlap,
  }
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as AppointmentColumns
}

/** Books one appointment. */
export const bookAppointment = (
  db: Database,
  actor: PracticeActor,
  input: AppointmentInput,
): Promise<WireText> => {
  checkOrder(input.start, input.end)
  mayWriteAgenda(actor, input.doctorId)
  return change(db, actor, async (tx) => {
    // Sent together; behind the lock of the agenda nobody else changes what the others answer.
    const [, bookable, clash] = await Promise.all([
      lockAgendas(tx, actor.practiceId, [input.doctorId]),
      isBookable(tx, actor.practiceId, input.doctorId),
      clashWith(tx, actor, {
        id: null,
        doctorId: input.doctorId,
        patientId: input.patientId ?? null,
        start: input.start,
        end: input.end,
        cancelled: input.status === 'cancelled',
        allowOverlap: input.allowOverlap === true,
      }),
    ])
    requireBookable(bookable)
    refuseClash(clash)
    const { doctorId: doctor_id, start: start_at, end: end_at } = input
    const columns = { ...columnsOf(input), doctor_id, start_at, end_at }
    const writing = insertAppointment(tx, actor.practiceId, actor.userId, columns)
    lockTrail(tx, actor.practiceId)
    const { id, wire } = await writing
    const patientId = input.patientId ?? null
    return audited(
      { action: 'appointment.create', patientId, subject: { type: 'appointment', id } },
      new WireText(wire),
    )
  })
}

const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<AppointmentState> => {
  const state = await lockAppointment(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  if (version !== undefined && version !== state.version) {
    const current: unknown = JSON.parse((await wireOf(tx, actor, id)).payload)
    throw new AppError('version_conflict', { metadata: { current } })
  }
  return state
}

const bookingAfter = (state: AppointmentState, input: AppointmentChange): Booking => ({
  id: state.id,
  doctorId: input.doctorId ?? state.doctorId,
  patientId: input.patientId === undefined ? state.patientId : input.patientId,
  start: input.start ?? state.start,
  end: input.end ?? state.end,
  cancelled: (input.status ?? state.status) === 'cancelled',
  allowOverlap: input.allowOverlap ?? state.allowOverlap,
})

const takesTime = (state: AppointmentState, booking: Booking): boolean =>
  booking.doctorId !== state.doctorId ||
  new Date(booking.start).getTime() !== state.start.getTime() ||
  new Date(booking.end).getTime() !== state.end.getTime() ||
  (state.status === 'cancelled' && !booking.cancelled) ||
  (state.allowOverlap && !booking.allowOverlap)

/**
 * The patient is written only when it is another one: its row is locked for that, and whoever renames it locks first
 * the patient and then its appointments.
 */
const columnsAfter = (before: AppointmentState, input: AppointmentChange): AppointmentColumns => {
  const { patient_id, ...others } = columnsOf(input)
  return patient_id === undefined || patient_id === before.patientId ? others : { ...others, patient_id }
}

/** Changes or moves one appointment. Agendas are locked before the row, in the order bookings use. */
export const changeAppointment = (
  db: Database,
  actor: PracticeActor,
  id: number,
  input: AppointmentChange,
): Promise<WireText> =>
  change(db, actor, async (tx) => {
    const before = await currentState(tx, actor, id, input.version)
    const booking = bookingAfter(before, input)
    mayWriteAgenda(actor, before.doctorId)
    mayWriteAgenda(actor, booking.doctorId)
    checkOrder(booking.start, booking.end)
    if (booking.doctorId !== before.doctorId)
      requireBookable(await isBookable(tx, actor.practiceId, booking.doctorId))
    if (takesTime(before, booking)) {
      await lockAgendas(tx, actor.practiceId, [before.doctorId, booking.doctorId])
      refuseClash(await clashWith(tx, actor, booking))
    }
    await updateAppointmentRow(tx, actor.practiceId, id, columnsAfter(before, input))
    await keepAppointmentVersion(tx, actor.practiceId, id, actor.userId)
    const detail = { fields: Object.keys(columnsOf(input)) }
    return audited(
      {
        action: 'appointment.update',
        patientId: booking.patientId,
        subject: { type: 'appointment', id },
        detail,
      },
      await wireOf(tx, actor, id),
    )
  })

export const deleteAppointment = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const state = await currentState(tx, actor, id)
    mayWriteAgenda(actor, state.doctorId)
    await deleteAppointmentRow(tx, actor.practiceId, state, actor.userId)
    return audited(
      { action: 'appointment.delete', patientId: state.patientId, subject: { type: 'appointment', id } },
      { id },
    )
  })

/** The next visit of a patient, for the head of the file. */
export const nextVisitOf = (tx: Tx, actor: PracticeActor, patientId: number): Promise<string> =>
  findNextVisit(tx, actor.practiceId, patientId)

/** Appointments of one practitioner on one day, for Today. */
export const eventsOfDay = (tx: Tx, actor: PracticeActor, day: string): Promise<WireEvents> =>
  findDoctorEvents(tx, actor.practiceId, actor.doctorId, {
    start: bound(day, actor.timezone),
    end: bound(nextDay(day), actor.timezone),
  })

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
