import type { DateDecision, PreviewDate } from '@ulna/contract/appointments/appointments.series'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { isBooked, isClashing, needsAttention, type RefusedDate } from './step/series-preview.ts'

/** What was decided for single dates, by the day the rule gives. A date without one is booked as it stands. */
export type Decisions = ReadonlyMap<CalendarDay, DateDecision>

export const noDecisions: Decisions = new Map()

export const isSameDecision = (one: DateDecision | undefined, other: DateDecision | undefined): boolean =>
  one?.action === other?.action &&
  one?.start === other?.start &&
  one?.end === other?.end &&
  one?.doctorId === other?.doctorId

export const withDecision = (
  decisions: Decisions,
  on: CalendarDay,
  decision: DateDecision | undefined,
): Decisions => {
  const next = new Map(decisions)
  if (decision) next.set(on, decision)
  else next.delete(on)
  return next
}

interface Stretch {
  doctorId: number
  start: number
  end: number
}

const stretchOf = (date: PreviewDate, decision: DateDecision | undefined): Stretch | undefined => {
  if (decision?.action === 'skip') return undefined
  const start = Date.parse(decision?.start ?? date.start)
  const length = Date.parse(date.end) - Date.parse(date.start)
  const end = decision?.end ? Date.parse(decision.end) : start + length
  return { doctorId: decision?.doctorId ?? date.doctorId, start, end }
}

const overlap = (one: Stretch, other: Stretch): boolean =>
  one.doctorId === other.doctorId && one.start < other.end && other.start < one.end

/** Occurrences that leave the time they have: they move away, or their date is left out. */
export const leavingDates = (
  dates: readonly PreviewDate[],
  decided: readonly DateDecision[] = [],
): PreviewDate[] => {
  const decisions = new Map(decided.map((decision) => [decision.on, decision]))
  return dates.filter((date) => {
    const stood = stretchOf({ ...date, ...date.before }, undefined)
    const stands = stretchOf(date, decisions.get(date.on))
    return date.id !== null && stood !== undefined && !(stands && overlap(stood, stands))
  })
}

/** Whether a decision would put a date on top of another one of the same series. */
const meetsOwnSeries = (
  date: PreviewDate,
  decision: DateDecision,
  dates: readonly PreviewDate[],
  decisions: Decisions,
): boolean => {
  const wanted = stretchOf(date, decision)
  if (!wanted) return false
  return dates.some((other) => {
    const taken = other.on === date.on ? undefined : stretchOf(other, decisions.get(other.on))
    return taken !== undefined && overlap(wanted, taken)
  })
}

export interface Ways {
  stay: DateDecision | undefined
  nearest: DateDecision | undefined
  colleagues: DateDecision[]
  skip: DateDecision
  keep: DateDecision
}

export interface WaysContext {
  dates: readonly PreviewDate[]
  decisions: Decisions
  /** Whether this person may book in somebody's agenda. */
  mayBook: (doctorId: number) => boolean
}

/** What can be done about a date where somebody is in the way. */
export const waysFor = (date: PreviewDate, { dates, decisions, mayBook }: WaysContext): Ways => {
  const { on, nearestFree, freeDoctors: freePractitioners, before } = date
  const isFree = (decision: DateDecision) => !meetsOwnSeries(date, decision, dates, decisions)
  const nearest: DateDecision | undefined = nearestFree ? { on, action: 'move', ...nearestFree } : undefined
  return {
    stay: before ? { on, action: 'move', ...before } : undefined,
    nearest: nearest && isFree(nearest) ? nearest : undefined,
    colleagues: freePractitioners
      .filter(mayBook)
      .map((doctorId): DateDecision => ({ on, action: 'move', doctorId }))
      .filter(isFree),
    skip: { on, action: 'skip' },
    keep: { on, action: 'keep' },
  }
}

/** Dates on which somebody is in the way and nobody has said yet what to do. */
export const undecided = (dates: readonly PreviewDate[], decisions: Decisions): PreviewDate[] =>
  dates.filter((date) => isClashing(date) && !decisions.has(date.on))

/** The same for every date that is not decided: left out, or at the nearest free time where there is one. */
export const decideAll = (action: 'skip' | 'nearest', context: WaysContext): Decisions =>
  undecided(context.dates, context.decisions).reduce<Decisions>((decisions, date) => {
    const ways = waysFor(date, { ...context, decisions })
    return withDecision(decisions, date.on, action === 'skip' ? ways.skip : ways.nearest)
  }, context.decisions)

/** Decisions about dates that are still there; what was refused has to be decided anew. */
export const keptDecisions = (
  decisions: Decisions,
  dates: readonly PreviewDate[],
  refused: readonly RefusedDate[] = [],
): Decisions => {
  const gone = new Set(refused.map(({ on }) => on))
  const there = new Set(dates.map(({ on }) => on))
  return new Map([...decisions].filter(([on]) => there.has(on) && !gone.has(on)))
}

/** How many appointments there are afterwards. */
export const bookedCount = (dates: readonly PreviewDate[], decisions: Decisions): number =>
  dates.filter(({ on }) => decisions.get(on)?.action !== 'skip').length

/** The days on which there are appointments afterwards, in order. */
export const bookedDays = (
  dates: readonly PreviewDate[],
  decisions: Decisions,
  dayOf: (instant: string) => CalendarDay,
): CalendarDay[] =>
  dates
    .filter(({ on }) => decisions.get(on)?.action !== 'skip')
    .map(({ on, start }) => dayOf(decisions.get(on)?.start ?? start))
    .sort()

/** True where every date that would be booked was left out: nothing would remain. */
export const leavesNothing = (dates: readonly PreviewDate[], decisions: Decisions): boolean =>
  dates.length > 0 && bookedCount(dates, decisions) === 0

/** Whether leaving a date out is offered although nobody is in the way: it is new, or something speaks against it. */
export const maySkip = (date: PreviewDate): boolean =>
  isBooked(date) && (date.id === null || needsAttention(date))

/** What goes with a body: decisions about dates of another scope, looked at before, do not. */
export const decisionsFor = (dates: readonly PreviewDate[], decisions: Decisions): DateDecision[] =>
  dates.flatMap(({ on }) => decisions.get(on) ?? [])

/** When everything that a saved series touches starts, before and after. */
export const touchedStarts = (dates: readonly PreviewDate[], decisions: Decisions): string[] =>
  dates.flatMap(({ on, start, before }) => [
    decisions.get(on)?.start ?? start,
    ...(before ? [before.start] : []),
  ])
