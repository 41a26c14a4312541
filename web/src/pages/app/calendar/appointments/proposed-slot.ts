import type { DayParts } from '../../../../blocks/agenda-grid/board/agenda-board.ts'
import type { FreeSlot } from '../../../../blocks/agenda-grid/board/grid-column.ts'
import type { WorkingTime } from '../../../../blocks/agenda-grid/board/working-time.ts'
import { isOff } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { addDays, type CalendarDay } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { coarseStep } from '../../../../blocks/agenda-grid/parts/hit-test.ts'
import { firstFree } from '../../../../blocks/agenda-grid/parts/off-hours.ts'
import type { WallTime } from '../../../../blocks/agenda-grid/parts/zoned-time.ts'

export interface KnownAgenda {
  doctorId: number
  parts: DayParts
  working: WorkingTime
  /** On the practice's clock. */
  now: WallTime
  /** How long the appointment takes. */
  minutes: number
}

/** Days after the one asked for that are looked through. */
const daysAhead = 14

const ceilStep = (minute: number): number => Math.ceil(minute / coarseStep) * coarseStep

/** The first free time of a day within the practitioner's hours that is still to come, if any. */
export const freeSlotOn = (
  { doctorId, parts, working, now, minutes }: KnownAgenda,
  day: CalendarDay,
): FreeSlot | undefined => {
  if (day < now.day) return undefined
  const booked = parts.of(doctorId, day).filter(({ appointment }) => !isOff(appointment))
  const from = day === now.day ? ceilStep(now.minute) : 0
  const start = firstFree([...working.offOf(doctorId, day), ...booked], { from, minutes })
  return start === undefined ? undefined : { day, doctorId, start, end: start + minutes }
}

/** The first free time of that day, or of the first day after it that has one. */
export const freeSlotFrom = (known: KnownAgenda, day: CalendarDay): FreeSlot | undefined => {
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const slot = freeSlotOn(known, addDays(day, ahead))
    if (slot) return slot
  }
  return undefined
}
