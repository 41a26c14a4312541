import type { ReactNode } from 'react'
import { type AgendaPractitioner, isOff } from '../parts/agenda-appointment.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'
import { minutesPerDay } from '../parts/hit-test.ts'
import type { OffTime } from '../parts/off-hours.ts'
import type { PlacedAppointment } from './agenda-board.ts'
import type { AppointmentMove } from './appointment-move.ts'
import type { CardAnchor } from './card-anchor.ts'

/** One column of the grid: a day of one practitioner. */
export interface GridColumn {
  key: string
  day: CalendarDay
  practitioner: AgendaPractitioner
  /** What a screen reader calls the column. */
  label: string
  header: ReactNode
  isToday: boolean
  placed: readonly PlacedAppointment[]
  off: readonly OffTime[]
  /** How long an appointment is that is booked by a click. */
  usualMinutes: number
  /** What stands beside the cards, and the room it takes, in pixels. */
  aside?: { content: ReactNode; room: number }
}

/** A free time somebody chose; minutes of that day's wall clock. */
export interface FreeSlot {
  day: CalendarDay
  doctorId: number
  start: number
  end: number
}

/** Columns that stand under one head, side by side. */
export interface ColumnGroup {
  key: string
  /** How many of them. */
  columns: number
  header: ReactNode
  isToday: boolean
}

/** What the grid asks of the page around it. */
export interface AgendaActions {
  onCreate: (slot: FreeSlot) => void
  /** Shows what an appointment is, at its card. */
  onOpen: (appointmentId: number, anchor: CardAnchor) => void
  /** Somebody has an appointment in the air: what they drop, they drop as they saw it now. */
  onLift: (appointmentId: number) => void
  onMove: (appointmentId: number, move: AppointmentMove) => void
  onRemove: (appointmentId: number) => void
  /** Shows the days before (-1) or after (1). */
  onPage: (by: -1 | 1) => void
}

/** A card in the air: being drawn, moved or stretched. */
export interface Ghost {
  kind: 'create' | 'move' | 'resize'
  column: number
  start: number
  end: number
  appointmentId: number | null
}

/** Fewest minutes between two appointments that make a time of their own. */
const leastGap = 15

/** When an appointment that begins there ends: after the usual length, or where somebody else is expected before. */
export const usualEnd = (
  column: Pick<GridColumn, 'placed' | 'usualMinutes'> | undefined,
  start: number,
): number => {
  if (!column) return start
  const next = column.placed
    .filter((one) => one.start >= start + leastGap && !isOff(one.appointment))
    .map((one) => one.start)
  return Math.min(start + column.usualMinutes, minutesPerDay, ...next)
}

/** Lengths offered, in minutes, with the current one among them. */
export const minutesChoices = (minutes: string): number[] =>
  [...new Set([15, 20, 30, 40, 45, 60, 75, 90, 120, Number(minutes)])]
    .filter((count) => count > 0)
    .sort((one, other) => one - other)

export const moveOf = (
  ghost: { column: number; start: number; end: number },
  kind: AppointmentMove['kind'],
  columns: readonly GridColumn[],
): AppointmentMove | undefined => {
  const column = columns[ghost.column]
  if (!column) return undefined
  return { kind, day: column.day, doctorId: column.practitioner.id, start: ghost.start, end: ghost.end }
}

export const slotOf = (
  ghost: { column: number; start: number; end: number },
  columns: readonly GridColumn[],
): FreeSlot | undefined => {
  const column = columns[ghost.column]
  if (!column) return undefined
  return { day: column.day, doctorId: column.practitioner.id, start: ghost.start, end: ghost.end }
}
