import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import {
  absenceAt,
  type Interval,
  isOutsideHours,
  openTimes,
  timesWithRoom,
} from '../schedules/schedules.service.ts'
import { type AgendaRow, findAgendas, findBooked } from './appointments.agenda.repository.ts'

/** A date that is to be booked. */
export interface WantedDate extends Interval {
  readonly doctorId: number
}

export interface WayOut {
  /** What the practitioner, or the whole practice, is away for at that time. */
  readonly absence: string | null
  readonly outsideHours: boolean
  /** The nearest time within a week that the practitioner works and has room, when somebody is in the way. */
  readonly nearestFree: Interval | null
  /** Colleagues who work at that time and have room, when somebody is in the way. */
  readonly freeDoctors: readonly number[]
}

const week = 7 * 86_400_000

/** Dates further than these are looked at once the first ones were decided. */
const mostSearched = 60

/** What is open and not taken, by practitioner. */
type RoomByPractitioner = ReadonlyMap<number, readonly Interval[]>

const findRoomAround = async (
  tx: Tx,
  actor: PracticeActor,
  dates: readonly WantedDate[],
  exceptIds: readonly number[],
): Promise<RoomByPractitioner> => {
  const windows = dates.map(({ start, end }) => ({ start: start - week, end: end + week }))
  if (windows.length === 0) return new Map()
  const wanted = new Set(dates.map(({ doctorId }) => doctorId))
  const agendas = (await findAgendas(tx, actor.practiceId)).filter(
    ({ doctorId, isOffered }) => isOffered || wanted.has(doctorId),
  )
  const doctorIds = agendas.map(({ doctorId }) => doctorId)
  const open = await openTimes(tx, actor, doctorIds, windows)
  const booked = await findBooked(tx, { practiceId: actor.practiceId, doctorIds, exceptIds }, windows)
  const bookedOf = (doctorId: number): AgendaRow[] => booked.filter((row) => row.doctorId === doctorId)
  return new Map(
    agendas.map(({ doctorId, capacity }) => [
      doctorId,
      timesWithRoom({ open: open.get(doctorId) ?? [], booked: bookedOf(doctorId), capacity }),
    ]),
  )
}

const holds = (times: readonly Interval[], { start, end }: Interval): boolean =>
  times.some((time) => time.start <= start && end <= time.end)

/** Where an appointment that keeps its length would be moved the least. */
const nearestIn = (times: readonly Interval[], wanted: Interval, now: number): Interval | null => {
  const length = wanted.end - wanted.start
  const starts = times
    .map((time) => ({ start: Math.max(time.start, now), end: time.end }))
    .filter(({ start, end }) => end - start >= length)
    .map(({ start, end }) => Math.min(Math.max(wanted.start, start), end - length))
    .filter((start) => Math.abs(start - wanted.start) <= week)
    .sort((a, b) => Math.abs(a - wanted.start) - Math.abs(b - wanted.start))
  return starts[0] === undefined ? null : { start: starts[0], end: starts[0] + length }
}

/**
 * For each date what speaks against it besides other appointments, and for those where somebody is in the way what could
 * be booked instead. Four statements for all of them.
 */
export const waysOut = async (
  tx: Tx,
  actor: PracticeActor,
  dates: readonly WantedDate[],
  { clashing, exceptIds }: { clashing: ReadonlySet<number>; exceptIds: readonly number[] },
): Promise<readonly WayOut[]> => {
  const searched = dates.filter((_, index) => clashing.has(index)).slice(0, mostSearched)
  const room = await findRoomAround(tx, actor, searched, exceptIds)
  const absences = await absenceAt(tx, actor, dates)
  const outside = await isOutsideHours(tx, actor, dates)
  const now = await databaseNow(tx)
  return dates.map((date, index) => {
    const isSearched = searched.includes(date)
    const colleagues = [...room].filter(
      ([doctorId, times]) => doctorId !== date.doctorId && holds(times, date),
    )
    return {
      absence: absences[index] ?? null,
      outsideHours: outside[index] ?? false,
      nearestFree: isSearched ? nearestIn(room.get(date.doctorId) ?? [], date, now) : null,
      freeDoctors: isSearched ? colleagues.map(([doctorId]) => doctorId) : [],
    }
  })
}
