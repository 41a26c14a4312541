import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { BookingMetadata } from '@ulna/contract/appointments/appointments.series'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, jsonOf, parseJson, type WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import {
  type AgendaRow,
  clashOf,
  findBooked,
  findCapacity,
  findPatientVisits,
} from './appointments.agenda.repository.ts'
import { lockAgendas } from './appointments.agenda-lock.ts'
import type { Stretch } from './appointments.lanes.ts'
import { findAppointmentWire } from './appointments.repository.ts'
import { requireRoom } from './appointments.room.service.ts'
import { holdsRoom, type Standing } from './appointments.standing.ts'

/** A single appointment as it is to stand; without an id it is new. */
export interface Booking extends Standing {
  readonly id: number | null
  readonly patientId: number | null
}

type PatientClashes = BookingMetadata['patientClashes']

/** Which appointments are in the way or at the same time, and how many the practitioner sees at once. */
export interface Surroundings {
  readonly capacity: number
  readonly inTheWay: readonly AgendaRow[]
  readonly patientClashes: PatientClashes
}

export const noSurroundings: Surroundings = { capacity: 1, inTheWay: [], patientClashes: [] }

/** Other visits of the patient at those times. */
export const patientClashesAt = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  {
    patientId,
    stretches,
    exceptIds,
  }: { patientId: number | null; stretches: readonly Stretch[]; exceptIds: readonly number[] },
): Promise<PatientClashes> => {
  if (patientId === null) return []
  return (await findPatientVisits(tx, { practiceId, patientId, exceptIds }, stretches)).map(clashOf)
}

const ownIds = ({ id }: Booking): number[] => (id === null ? [] : [id])

/** Sent together; behind the lock of the agenda nobody else changes what the others answer. */
export const lookAround = async (
  tx: Tx,
  actor: PracticeActor,
  booking: Booking,
  agendas: readonly number[],
): Promise<Surroundings> => {
  const { practiceId } = actor
  const { doctorId, patientId } = booking
  const exceptIds = ownIds(booking)
  const wanted = { practiceId, doctorIds: [doctorId], exceptIds }
  const [, capacity, inTheWay, patientClashes] = await Promise.all([
    lockAgendas(tx, practiceId, agendas),
    findCapacity(tx, practiceId, doctorId),
    holdsRoom(booking) ? findBooked(tx, wanted, [booking]) : [],
    booking.status === 'cancelled'
      ? []
      : patientClashesAt(tx, actor, { patientId, stretches: [booking], exceptIds }),
  ])
  // Whether the patient exists here is the foreign key's to say.
  if (capacity === undefined) throw new AppError('not_found', { params: { field: 'doctorId' } })
  return { capacity, inTheWay, patientClashes }
}

/** The lane of a booking, or appointment_overlap; the one that is in the way goes along. */
export const laneFor = async (
  tx: Tx,
  actor: PracticeActor,
  booking: Booking,
  { capacity, inTheWay }: Surroundings,
): Promise<number> => {
  const [first] = inTheWay
  if (!first) return 1
  if (capacity === 1) {
    const wire = await findAppointmentWire(tx, actor.practiceId, first.id)
    const metadata = wire === undefined ? {} : { appointment: parseJson(wire) }
    throw new AppError('appointment_overlap', { metadata })
  }
  const { doctorId, start, end } = booking
  const lanes = await requireRoom(tx, actor, [{ key: 0, on: null, doctorId, start, end }], ownIds(booking))
  return lanes.get(0) ?? 1
}

/** An appointment as it was written, and what its booking met. */
export type BookingText = WireText<Appointment, BookingMetadata>

export const metadataOf = (
  { patientClashes }: Surroundings,
  besides: Pick<BookingMetadata, 'afterPackage'> = {},
): Json<BookingMetadata> => jsonOf({ total: 1, patientClashes, undo: null, ...besides })
