import { minutesPerDay } from './hit-test.ts'

export interface OffTime {
  start: number
  end: number
}

/** Minutes of `07:30`. */
export const minuteOfClock = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** The parts of a day outside the working hours; all of it where the hours are empty or upside down. */
export const offHours = (hours: { from: number; to: number }): OffTime[] => {
  if (hours.to <= hours.from) return [{ start: 0, end: minutesPerDay }]
  return [
    { start: 0, end: hours.from },
    { start: hours.to, end: minutesPerDay },
  ].filter(({ start, end }) => end > start)
}

/** First pixel to show: the start of work or the first event, and on the current day the now-line at two fifths of the view. */
export const firstShownMinute = (view: {
  workStarts: number
  earliestEvent: number | undefined
  now: number | undefined
  shownMinutes: number
}): number => {
  const start = Math.min(view.workStarts, view.earliestEvent ?? view.workStarts)
  if (view.now === undefined) return start
  const wanted = view.now - view.shownMinutes * 0.4
  return Math.max(0, view.now < start ? wanted : Math.max(start, wanted))
}
