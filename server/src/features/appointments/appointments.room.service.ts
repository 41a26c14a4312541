import type { Clash } from '@ulna/contract/appointments/appointments.series'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import {
  type AgendaRow,
  clashOf,
  findAgendaRows,
  findAgendas,
  findBooked,
} from './appointments.agenda.repository.ts'
import { lockAgendas } from './appointments.agenda-lock.ts'
import { placeInLanes, type Seat } from './appointments.lanes.ts'
import { findAppointmentWire } from './appointments.repository.ts'
import { setLanes } from './series/appointments.series.write.repository.ts'

export interface Room {
  readonly lanes: ReadonlyMap<number, number>
  readonly relaned: ReadonlyMap<number, number>
  readonly clashes: ReadonlyMap<number, readonly Clash[]>
}

const merged = <K, V>(maps: readonly ReadonlyMap<K, V>[]): Map<K, V> =>
  new Map(maps.flatMap((map) => [...map]))

/** How many patients each bookable practitioner sees at once. */
export const capacities = async (tx: Tx, practiceId: number): Promise<Map<number, number>> => {
  const agendas = await findAgendas(tx, practiceId)
  return new Map(agendas.map(({ doctorId, capacity }) => [doctorId, capacity]))
}

/** Room in one agenda; which of the wanted ones are in each other's way is told by their keys. */
interface Placed extends Room {
  readonly among: ReadonlyMap<number, readonly number[]>
}

const placeInAgenda = (seats: readonly Seat[], booked: readonly AgendaRow[], capacity: number): Placed => {
  const byId = new Map(booked.map((row) => [row.id, row]))
  const { lanes, relaned, clashes, among } = placeInLanes(booked, seats, capacity)
  const told = [...clashes].map(([key, ids]): [number, Clash[]] => [
    key,
    ids.flatMap((id) => {
      const row = byId.get(id)
      return row ? [clashOf(row)] : []
    }),
  ])
  return { lanes, relaned, clashes: new Map(told), among }
}

/**
 * Who is in the way, those included that come there with the same change. One that is only in the way of dates that are
 * not booked yet has no name to tell: such dates are refused.
 */
const clashesWith = async (
  tx: Tx,
  practiceId: number,
  seats: readonly Seat[],
  rooms: readonly Placed[],
): Promise<Map<number, readonly Clash[]>> => {
  const byKey = new Map(seats.map((seat) => [seat.key, seat]))
  const among = merged(rooms.map((room) => room.among))
  const ids = [...among.values()].flat().flatMap((key) => byKey.get(key)?.id ?? [])
  const rows = new Map((await findAgendaRows(tx, practiceId, ids)).map((row) => [row.id, row]))
  const siblingsOf = (key: number): Clash[] =>
    (among.get(key) ?? []).flatMap((other) => {
      const seat = byKey.get(other)
      const row = seat?.id ? rows.get(seat.id) : undefined
      return seat && row ? [clashOf({ ...row, start: seat.start, end: seat.end })] : []
    })
  const clashes = [...merged(rooms.map((room) => room.clashes))].map(
    ([key, booked]): [number, readonly Clash[]] => [key, [...booked, ...siblingsOf(key)]],
  )
  if (clashes.some(([, found]) => found.length === 0)) throw invalidField('dates', 'field_option')
  return new Map(clashes)
}

/** Refuses with not_found whom nobody can book; who books over others on purpose is asked nothing else of their agenda. */
export const requireAgendas = async (
  tx: Tx,
  practiceId: number,
  doctorIds: readonly number[],
): Promise<Map<number, number>> => {
  const capacityOf = await capacities(tx, practiceId)
  const missing = doctorIds.find((doctorId) => !capacityOf.has(doctorId))
  if (missing !== undefined) throw new AppError('not_found', { params: { field: 'doctorId' } })
  return capacityOf
}

/**
 * Looks for room for appointments in the agendas they want; those about to change are in nobody's way. Two dates that are
 * only in each other's are refused.
 */
export const findRoom = async (
  tx: Tx,
  practiceId: number,
  {
    seats,
    exceptIds,
    isInTheWay = () => true,
  }: {
    seats: readonly Seat[]
    exceptIds: readonly number[]
    isInTheWay?: (row: AgendaRow) => boolean | undefined
  },
): Promise<Room> => {
  const doctorIds = [...new Set(seats.map(({ doctorId }) => doctorId))]
  const capacityOf = await requireAgendas(tx, practiceId, doctorIds)
  // What shares a lane with a neighbour of a neighbour may have to move too, so a day on either side is looked at.
  const reach = seats.map(({ start, end }) => ({ start: start - 86_400_000, end: end + 86_400_000 }))
  const booked = await findBooked(tx, { practiceId, doctorIds, exceptIds }, reach)
  const rooms = doctorIds.map((doctorId) =>
    placeInAgenda(
      seats.filter((seat) => seat.doctorId === doctorId),
      booked.filter((row) => row.doctorId === doctorId && isInTheWay(row)),
      capacityOf.get(doctorId) ?? 1,
    ),
  )
  return {
    lanes: merged(rooms.map(({ lanes }) => lanes)),
    relaned: merged(rooms.map(({ relaned }) => relaned)),
    clashes: await clashesWith(tx, practiceId, seats, rooms),
  }
}

const refuseClashes = async (
  tx: Tx,
  practiceId: number,
  seats: readonly Seat[],
  room: Room,
): Promise<void> => {
  if (room.clashes.size === 0) return
  const clashes = seats.flatMap(({ key, on, start, end }) => {
    const found = room.clashes.get(key)
    return found
      ? [{ on, start: new Date(start).toISOString(), end: new Date(end).toISOString(), clashes: found }]
      : []
  })
  const first = clashes.flatMap((one) => one.clashes)[0]
  const wire = first && (await findAppointmentWire(tx, practiceId, first.id))
  throw new AppError('appointment_overlap', {
    metadata: { ...(wire ? { appointment: parseJson(wire) } : {}), clashes },
  })
}

type FindRoom = (practiceId: number) => Promise<Room>

const takeRoom = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  seats: readonly Seat[],
  find: FindRoom,
): Promise<ReadonlyMap<number, number>> => {
  if (seats.length === 0) return new Map()
  await lockAgendas(
    tx,
    practiceId,
    seats.map(({ doctorId }) => doctorId),
  )
  const room = await find(practiceId)
  await refuseClashes(tx, practiceId, seats, room)
  await setLanes(tx, practiceId, room.relaned)
  // Who asked may be about to write some of those that were given another lane.
  return merged([room.relaned, room.lanes])
}

/**
 * Room for appointments, or appointment_overlap with every date on which somebody is in the way. Agendas are locked
 * until the transaction ends, so that nobody takes the room meanwhile.
 */
export const requireRoom = (
  tx: Tx,
  actor: PracticeActor,
  seats: readonly Seat[],
  exceptIds: readonly number[],
): Promise<ReadonlyMap<number, number>> =>
  takeRoom(tx, actor, seats, (practiceId) => findRoom(tx, practiceId, { seats, exceptIds }))

/** The same for appointments that stood there before: what was booked over them on purpose is not in their way. */
export const requireFormerRoom = (
  tx: Tx,
  actor: PracticeActor,
  seats: readonly Seat[],
  exceptIds: readonly number[],
): Promise<ReadonlyMap<number, number>> =>
  takeRoom(tx, actor, seats, (practiceId) =>
    findRoom(tx, practiceId, { seats, exceptIds, isInTheWay: ({ lane }) => lane !== null }),
  )
