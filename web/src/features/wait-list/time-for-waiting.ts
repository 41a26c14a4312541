import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import type { FreeSlot } from '../../blocks/agenda-grid/board/grid-column.ts'
import { minuteOfClock } from '../../blocks/agenda-grid/parts/off-hours.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import type { FreedSlot } from './wait-list.queries.ts'

/**
 * The part of a freed time that is booked for somebody who waits: as long as they wish, from its start on, or from when
 * they can come. Whoever `doctorId` is has the time, where the freed one names nobody.
 */
export const timeForWaiting = (
  { minutes, from }: Pick<WaitingPatient, 'minutes' | 'from'>,
  slot: FreedSlot,
  time: ZonedTime,
  doctorId: number,
): FreeSlot => {
  const { day, minute } = time.wallOf(Date.parse(slot.start))
  const start = Math.max(minute, from === null ? 0 : minuteOfClock(from))
  return { day, doctorId: slot.doctorId ?? doctorId, start, end: start + minutes }
}
