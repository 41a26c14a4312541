import { invalidField } from '../../platform/app-error.ts'
import { momentOf } from './schedules.clock.ts'
import type { Interval } from './schedules.intervals.ts'

/** What calendar paths say: instants, or days in the practice's time zone. */
export interface RangeWish {
  readonly start: string
  readonly end: string
}

/** The range in milliseconds since 1970. Refuses one that is empty or longer than some days. */
export const checkedRange = ({ start, end }: RangeWish, zone: string, mostDays: number): Interval => {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
  if (days > mostDays) throw invalidField('end', 'field_max', { max: mostDays })
  const range = { start: momentOf(start, zone), end: momentOf(end, zone) }
  if (range.start >= range.end) throw invalidField('end', 'field_range')
  return range
}
