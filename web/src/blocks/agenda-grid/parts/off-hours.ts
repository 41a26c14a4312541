import { minutesPerDay } from './hit-test.ts'

/** Minutes of a day's wall clock, end exclusive. */
export interface DaySpan {
  start: number
  end: number
}

/**
 * Why nobody is seen at a time: outside the working hours, between two of their periods, on a day without any, somebody is
 * away, or the whole practice is shut.
 */
export type OffKind = 'off' | 'break' | 'closed' | 'away' | 'shut'

/** A time somebody, or everybody, is away. */
export interface AwayTime extends DaySpan {
  kind: 'away' | 'shut'
  title: string
}

export interface OffTime extends DaySpan {
  kind: OffKind
  /** What an absence is called. */
  title?: string
}

/** Minutes of `07:30`; of `24:00` 1440. */
export const minuteOfClock = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

const byStart = (one: DaySpan, other: DaySpan): number => one.start - other.start

const clampSpan = <S extends DaySpan>(span: S): S => ({
  ...span,
  start: Math.max(0, span.start),
  end: Math.min(minutesPerDay, span.end),
})

const outsideOf = (periods: readonly DaySpan[]): OffTime[] => {
  const sorted = periods
    .map(clampSpan)
    .filter(({ start, end }) => end > start)
    .sort(byStart)
  if (sorted.length === 0) return [{ start: 0, end: minutesPerDay, kind: 'closed' }]
  const off: OffTime[] = []
  let from = 0
  for (const { start, end } of sorted) {
    if (start > from) off.push({ start: from, end: start, kind: from === 0 ? 'off' : 'break' })
    from = Math.max(from, end)
  }
  if (from < minutesPerDay) off.push({ start: from, end: minutesPerDay, kind: 'off' })
  return off
}

const cutOut = (time: OffTime, hole: DaySpan): OffTime[] => {
  if (hole.end <= time.start || time.end <= hole.start) return [time]
  return [
    { ...time, end: Math.max(time.start, hole.start) },
    { ...time, start: Math.min(time.end, hole.end) },
  ].filter(({ start, end }) => end > start)
}

const without = (times: OffTime[], holes: readonly DaySpan[]): OffTime[] =>
  holes.reduce((left, hole) => left.flatMap((time) => cutOut(time, hole)), times)

/** The length in minutes. */
export const lengthOf = ({ start, end }: DaySpan): number => end - start

/**
 * The times of a day at which somebody sees nobody, by start and without overlaps. An absence counts before the hours, so
 * that "away" is said of a whole day and not only of the part that would have been worked.
 */
export const offTimes = (periods: readonly DaySpan[], absences: readonly AwayTime[] = []): OffTime[] => {
  const away: OffTime[] = []
  for (const { start, end, kind, title } of absences.map(clampSpan).sort(byStart)) {
    const from = Math.max(start, away.at(-1)?.end ?? 0)
    if (end > from) away.push({ start: from, end, kind, title })
  }
  return [...without(outsideOf(periods), away), ...away].sort(byStart)
}

/** The longest part of a time that none of these lies in, if any. */
export const longestFree = (time: OffTime, taken: readonly DaySpan[]): OffTime | undefined =>
  without([time], taken).sort((one, other) => lengthOf(other) - lengthOf(one))[0]

/** When the first time begins, from a minute on, that is as long as asked and in which none of these lies, if any. */
export const firstFree = (
  taken: readonly DaySpan[],
  { from, minutes }: { from: number; minutes: number },
): number | undefined =>
  without([{ start: Math.max(0, from), end: minutesPerDay, kind: 'off' }], taken)
    .sort(byStart)
    .find((time) => lengthOf(time) >= minutes)?.start

/** Minutes before and after work in which somebody is still about. */
const nearWork = 120

/**
 * First pixel to show: the start of work or the first appointment, and on the current day the now-line at two fifths of
 * the view, unless it is long before or after the hours of work.
 */
export const firstShownMinute = (view: {
  workStarts: number
  workEnds: number
  earliestAppointment: number | undefined
  now: number | undefined
  shownMinutes: number
}): number => {
  const start = Math.min(view.workStarts, view.earliestAppointment ?? view.workStarts)
  const isNight = (now: number) => now < start - nearWork || now > view.workEnds + nearWork
  if (view.now === undefined || isNight(view.now)) return start
  const wanted = view.now - view.shownMinutes * 0.4
  return Math.max(0, view.now < start ? wanted : Math.max(start, wanted))
}
