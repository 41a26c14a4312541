import { freeGridMinutes } from '@ulna/contract/schedules/schedules'
import { crowded, type Interval, without } from './schedules.intervals.ts'

const grid = freeGridMinutes * 60_000

/** A practitioner's time: when they work, what is booked, how many they see at once. */
export interface Agenda {
  readonly doctorId: number
  readonly open: readonly Interval[]
  readonly booked: readonly Interval[]
  readonly capacity: number
}

export interface Slot extends Interval {
  readonly doctorId: number
}

/** Open times at every moment of which fewer than `capacity` appointments hold. */
export const freeTimes = ({ open, booked, capacity }: Omit<Agenda, 'doctorId'>): Interval[] =>
  without(open, crowded(booked, capacity))

/**
 * Quarters of an hour. Every zone has been ahead of UTC by whole quarters since 1980, so the practice's clock shows one
 * whenever UTC does.
 */
const quarters = (from: number, to: number, most: number): number[] => {
  const first = Math.ceil(from / grid) * grid
  const count = Math.min(Math.max(Math.floor((to - first) / grid) + 1, 0), most)
  return Array.from({ length: count }, (_, index) => first + index * grid)
}

const startsIn = (free: Interval, ends: readonly number[], length: number, most: number): number[] => {
  const last = free.end - length
  const between = ends.filter((end) => end >= free.start && end <= last)
  return [...new Set([...quarters(free.start, last, most), ...between])].sort((a, b) => a - b)
}

const slotsOf = (agenda: Agenda, length: number, limit: number): Slot[] => {
  const ends = agenda.booked.map(({ end }) => end)
  const slots: Slot[] = []
  for (const free of freeTimes(agenda)) {
    if (slots.length >= limit) break
    for (const start of startsIn(free, ends, length, limit))
      slots.push({ doctorId: agenda.doctorId, start, end: start + length })
  }
  return slots.slice(0, limit)
}

/**
 * The earliest slots of some length (milliseconds) in several agendas, at most `limit` in all. They start on a quarter
 * of an hour or when an appointment ends.
 */
export const freeSlots = (agendas: readonly Agenda[], length: number, limit: number): Slot[] =>
  agendas
    .flatMap((agenda) => slotsOf(agenda, length, limit))
    .sort((one, other) => one.start - other.start || one.doctorId - other.doctorId)
    .slice(0, limit)
