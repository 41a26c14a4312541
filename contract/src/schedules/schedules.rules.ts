import type { PracticeConfigurations } from '../practices/practices.configurations.ts'
import type { WorkingPeriod } from './schedules.ts'

/** Monday to Friday (ISO 8601). */
const workingWeek = [1, 2, 3, 4, 5] as const

/**
 * The hours in which a practitioner works. Who has none of their own (null) works in the practice's working day, Monday
 * to Friday; an empty list is somebody who does not work at all.
 */
export const workingHours = (
  own: readonly WorkingPeriod[] | null,
  { dayStartsAt, dayEndsAt }: Pick<PracticeConfigurations['agenda'], 'dayStartsAt' | 'dayEndsAt'>,
): readonly WorkingPeriod[] =>
  own ?? workingWeek.map((weekday) => ({ weekday, from: dayStartsAt, to: dayEndsAt }))

/** Minutes since midnight of `HH:mm`; `24:00` is 1440. */
export const minutesOfDay = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
