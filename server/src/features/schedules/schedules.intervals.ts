/** A stretch of time, end exclusive; milliseconds since 1970. */
export interface Interval {
  readonly start: number
  readonly end: number
}

type Weighted = readonly [intervals: readonly Interval[], weight: number]

/** How much is gained or lost at each moment. */
const stepsOf = (parts: readonly Weighted[]): Map<number, number> => {
  const steps = new Map<number, number>()
  const add = (at: number, weight: number) => steps.set(at, (steps.get(at) ?? 0) + weight)
  for (const [intervals, weight] of parts) {
    for (const { start, end } of intervals) {
      if (start >= end) continue
      add(start, weight)
      add(end, -weight)
    }
  }
  return steps
}

/** When the weights of all intervals that hold add up to `least`: in order, none touching the next. */
const whenSumIs = (least: number, parts: readonly Weighted[]): Interval[] => {
  const steps = stepsOf(parts)
  const result: Interval[] = []
  let sum = 0
  let since: number | undefined
  for (const at of [...steps.keys()].sort((a, b) => a - b)) {
    sum += steps.get(at) ?? 0
    if (sum >= least) since ??= at
    else if (since !== undefined) {
      result.push({ start: since, end: at })
      since = undefined
    }
  }
  return result
}

/** When at least `depth` of the intervals hold at once. */
export const crowded = (intervals: readonly Interval[], depth: number): Interval[] =>
  whenSumIs(depth, [[intervals, 1]])

/** When any of them holds: in order; those that touch become one, empty ones go. */
export const united = (intervals: readonly Interval[]): Interval[] => crowded(intervals, 1)

/** When one of each list holds. */
export const common = (one: readonly Interval[], other: readonly Interval[]): Interval[] =>
  crowded([...united(one), ...united(other)], 2)

/** What is left of some intervals when others are taken out. */
export const without = (intervals: readonly Interval[], taken: readonly Interval[]): Interval[] =>
  whenSumIs(1, [
    [united(intervals), 1],
    [taken, -1],
  ])

export const overlaps = (one: Interval, other: Interval): boolean =>
  one.start < other.end && other.start < one.end

/** The shortest interval that holds all of them; undefined when there are none. */
export const hullOf = (intervals: readonly Interval[]): Interval | undefined =>
  intervals.reduce<Interval | undefined>(
    (hull, { start, end }) => ({
      start: Math.min(hull?.start ?? start, start),
      end: Math.max(hull?.end ?? end, end),
    }),
    undefined,
  )
