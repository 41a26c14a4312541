import type { AppointmentChange, AppointmentInput } from '@ulna/contract/appointments/appointments'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { lockTrail } from '../../platform/audit/audit.strands.ts'
import type { Tx } from '../../platform/database/database.ts'
import { givenColumns } from '../../platform/database/given-columns.ts'
import { WireText } from '../../platform/database/wire.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { type Audited, audited, change, type Database } from '../../platform/use-case.ts'
import { refuseArchived } from '../patients/patients.service.ts'
import { settleVisits } from '../session-packages/session-packages.settle.service.ts'
import { refuseAttendanceAhead } from './appointments.attendance.ts'
import type { Stretch } from './appointments.lanes.ts'
import { confirmBooked, isNews, tellAgenda, tellBooked } from './appointments.news.service.ts'
import { mayWriteAgenda } from './appointments.policy.ts'
import { holdNames, keptName, refuseNobody } from './appointments.repository.ts'
import { wireOf } from './appointments.service.ts'
import { holdsRoom, isAtOtherTime, isElsewhere, needsRoom } from './appointments.standing.ts'
import {
  type Booking,
  type BookingText,
  laneFor,
  lookAround,
  metadataOf,
  noSurroundings,
  type Surroundings,
} from './appointments.surroundings.service.ts'
import {
  type AppointmentColumns,
  type AppointmentState,
  insertAppointment,
  lockAppointment,
  updateAppointmentRow,
} from './appointments.write.repository.ts'
import { afterPackageMetadata } from './course/appointments.course.service.ts'
import { timeOn } from './series/appointments.series.occurrences.ts'
import {
  alignOccurrences,
  deleteEmptySeries,
  findSeries,
  lockSeriesBefore,
  takeOut,
} from './series/appointments.series.repository.ts'
import { deleteRows, keepVersions } from './series/appointments.series.write.repository.ts'

/** An end lies after its start and no more than a day; dates as text or in milliseconds since 1970. */
export const checkOrder = (start: string | number, end: string | number): void => {
  const minutes = (new Date(end).getTime() - new Date(start).getTime()) / 60_000
  if (minutes <= 0) throw invalidField('end', 'field_range')
  if (minutes > 24 * 60) throw invalidField('end', 'field_max', { max: 24 * 60 })
}

/** The times a change of an appointment gives it are in order; without an end it keeps its length. */
export const checkTimes = (
  { start, end }: { readonly start?: string | undefined; readonly end?: string | undefined },
  before: Stretch,
): void => {
  const begins = start === undefined ? before.start : Date.parse(start)
  checkOrder(begins, end ?? begins + (before.end - before.start))
}

export const lateHoursOf = ({ configurations }: PracticeActor): number =>
  configurations.agenda.lateCancelHours

const columnsOf = (input: AppointmentInput | AppointmentChange): AppointmentColumns =>
  givenColumns({
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
    overlap_reason: input.overlapReason,
  })

/** Books one appointment. */
export const bookAppointment = (
  db: Database,
  actor: PracticeActor,
  input: AppointmentInput,
): Promise<BookingText> => {
  checkOrder(input.start, input.end)
  if (input.course) throw invalidField('every', 'field_required')
  mayWriteAgenda(actor, input)
  const booking: Booking = {
    id: null,
    doctorId: input.doctorId,
    patientId: input.patientId ?? null,
    start: Date.parse(input.start),
    end: Date.parse(input.end),
    status: input.status ?? 'booked',
    allowOverlap: input.allowOverlap === true,
  }
  return change(db, actor, async (tx) => {
    await refuseAttendanceAhead(tx, actor, [{ before: undefined, after: booking }])
    const { patientId } = booking
    // Sent together; a patient's row is held before an agenda.
    const [names, around] = await Promise.all([
      holdNames(tx, actor.practiceId, [patientId]),
      lookAround(tx, actor, booking, [input.doctorId]),
    ])
    const lane = await laneFor(tx, actor, booking, around)
    const { doctorId: doctor_id, start: start_at, end: end_at } = input
    const patient_wire_name = keptName(names, patientId)
    const columns = { ...columnsOf(input), doctor_id, patient_wire_name, start_at, end_at, lane }
    const { id, wire } = await insertAppointment(tx, actor, columns, lateHoursOf(actor))
    await refuseNobody(tx, actor.practiceId, names)
    await confirmBooked(tx, actor, [id])
    const telling = tellAgenda(tx, actor, [id])
    lockTrail(tx, actor.practiceId)
    await telling
    return audited(
      {
        action: 'appointment.create',
        patientId: booking.patientId,
        subject: { type: 'appointment', id },
      },
      new WireText(wire, metadataOf(around)),
    )
  })
}

/** version_conflict, with the appointment as it is by now, for who saw another version. */
export const refuseOlder = (
  tx: Tx,
  actor: PracticeActor,
  row: { readonly id: number; readonly version: number },
  known: number | undefined,
): Promise<void> => refuseStale(known, row, async () => (await wireOf(tx, actor, row.id)).value())

const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<AppointmentState> => {
  const state = await lockAppointment(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  await refuseArchived(tx, actor, state.patientId)
  await refuseOlder(tx, actor, state, version)
  return state
}

const bookingAfter = (state: AppointmentState, input: AppointmentChange): Booking => ({
  id: state.id,
  doctorId: input.doctorId ?? state.doctorId,
  patientId: input.patientId === undefined ? state.patientId : input.patientId,
  start: input.start === undefined ? state.start : Date.parse(input.start),
  end: input.end === undefined ? state.end : Date.parse(input.end),
  status: input.status ?? state.status,
  allowOverlap: input.allowOverlap ?? state.allowOverlap,
})

/** Whether it has to be asked who is there: it comes to another place, comes back, or no longer stands over others. */
const takesTime = (before: AppointmentState, booking: Booking): boolean =>
  isElsewhere(before, booking) ||
  needsRoom(before, booking) ||
  (before.status === 'cancelled' && booking.status !== 'cancelled')

/**
 * The patient is written only when it is another one: its row is locked for that, and whoever renames it locks first
 * the patient and then its appointments.
 */
const columnsAfter = (before: AppointmentState, input: AppointmentChange): AppointmentColumns => {
  const { patient_id, ...others } = columnsOf(input)
  return patient_id === undefined || patient_id === before.patientId ? others : { ...others, patient_id }
}

/** An occurrence that is moved by itself leaves the times of its series; moved back it keeps them again. */
const detachment = async (
  tx: Tx,
  actor: PracticeActor,
  before: AppointmentState,
  booking: Booking,
): Promise<AppointmentColumns> => {
  if (before.seriesId === null || before.occursOn === null || !isAtOtherTime(before, booking)) return {}
  const stored = await findSeries(tx, actor.practiceId, before.seriesId, { lock: false })
  if (!stored) return {}
  return { detached: isAtOtherTime(timeOn(stored.series, before.occursOn), booking) }
}

const roomAfter = async (
  tx: Tx,
  actor: PracticeActor,
  before: AppointmentState,
  booking: Booking,
): Promise<{ readonly columns: AppointmentColumns; readonly around: Surroundings }> => {
  if (!takesTime(before, booking)) return { columns: {}, around: noSurroundings }
  const around = await lookAround(tx, actor, booking, [before.doctorId, booking.doctorId])
  const lane = holdsRoom(booking) ? await laneFor(tx, actor, booking, around) : before.lane
  return { columns: { lane, ...(await detachment(tx, actor, before, booking)) }, around }
}

/** The change of one appointment. Its row is locked before the agendas, in the order bookings use. */
export const changeOne = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  input: AppointmentChange,
): Promise<Audited<BookingText>> => {
  const before = await currentState(tx, actor, id, input.version)
  const booking = bookingAfter(before, input)
  const appointment = mayWriteAgenda(actor, before)
  mayWriteAgenda(actor, booking)
  checkOrder(booking.start, booking.end)
  await refuseAttendanceAhead(tx, actor, [{ before, after: booking }])
  const { columns, around } = await roomAfter(tx, actor, before, booking)
  const after = { ...columnsAfter(before, input), ...columns }
  await updateAppointmentRow(tx, actor.practiceId, appointment, {
    columns: after,
    lateHours: lateHoursOf(actor),
  })
  await keepVersions(tx, actor.practiceId, [id], actor.userId)
  await settleVisits(tx, actor, [id])
  const moved = isAtOtherTime(before, booking) ? [{ id, start: booking.start }] : []
  const warning = await afterPackageMetadata(tx, actor, moved)
  await (isNews(before, booking) ? tellBooked(tx, actor, [id]) : tellAgenda(tx, actor, [id]))
  const { payload } = await wireOf(tx, actor, id)
  return audited(
    {
      action: 'appointment.update',
      patientId: booking.patientId,
      subject: { type: 'appointment', id },
      detail: { fields: Object.keys(columnsOf(input)) },
    },
    new WireText(payload, metadataOf(around, warning)),
  )
}

/** Changes or moves one appointment. */
export const changeAppointment = (
  db: Database,
  actor: PracticeActor,
  id: number,
  input: AppointmentChange,
): Promise<BookingText> => change(db, actor, (tx) => changeOne(tx, actor, id, input))

/** An occurrence that goes alone leaves its day out of the series; when it was the first, the next takes over. */
const leaveSeries = async (tx: Tx, practiceId: number, state: AppointmentState): Promise<void> => {
  if (state.seriesId === null || state.occursOn === null) return
  await takeOut(tx, practiceId, state.seriesId, state.occursOn)
  await alignOccurrences(tx, practiceId, state.seriesId)
  await deleteEmptySeries(tx, practiceId, state.seriesId)
}

/** The deletion of one appointment, of a series this occurrence only. */
export const deleteOne = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
): Promise<Audited<{ readonly id: number }>> => {
  await lockSeriesBefore(tx, actor.practiceId, id)
  const state = mayWriteAgenda(actor, await currentState(tx, actor, id))
  await deleteRows(tx, actor.practiceId, [state], actor.userId)
  await leaveSeries(tx, actor.practiceId, state)
  await settleVisits(tx, actor, [id])
  await tellAgenda(tx, actor, state.seriesId === null ? [id] : 'any')
  return audited(
    { action: 'appointment.delete', patientId: state.patientId, subject: { type: 'appointment', id } },
    { id },
  )
}

/** Deletes one appointment. */
export const deleteAppointment = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, (tx) => deleteOne(tx, actor, id))
