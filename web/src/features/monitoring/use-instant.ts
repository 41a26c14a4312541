import { useDates } from '../../i18n/dates/use-dates.ts'

/** Day and time of an instant, as this reader writes them. */
export const useInstant = (): ((instant: string) => string) => {
  const dates = useDates()
  return (instant) => `${dates.instantDay(instant)}, ${dates.time(instant)}`
}
