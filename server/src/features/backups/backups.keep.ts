/** How many backups are kept: all of so many hours, and the last of each of so many days, weeks and months that have any. */
export const kept = { hours: 48, days: 7, weeks: 4, months: 12 } as const

/** Days after which a backup goes although no other came for its month: certificates of erasures name that day. */
export const keptDays = 366

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const dayOf = (at: string): string => at.slice(0, 10)
/** Weeks begin on Monday: the first of January 1970 was a Thursday. */
const weekOf = (at: string): string => String(Math.floor((Date.parse(dayOf(at)) / dayMs + 3) / 7))
const monthOf = (at: string): string => at.slice(0, 7)

/** The last backup of each of the last `count` periods. */
const lastOfEach = (
  newestFirst: readonly string[],
  periodOf: (at: string) => string,
  count: number,
): readonly string[] => {
  const last = new Map<string, string>()
  for (const at of newestFirst) if (!last.has(periodOf(at))) last.set(periodOf(at), at)
  return [...last.values()].slice(0, count)
}

/**
 * Which backups stay, of the instants (UTC) that they are of. The newest always does; so do days of a practice that was
 * shut for months: a day without a backup does not count.
 */
export const staying = (instants: readonly string[], now: number): ReadonlySet<string> => {
  const newestFirst = [...instants].sort().reverse()
  const [newest] = newestFirst
  const candidates = [
    ...newestFirst.filter((at) => now - Date.parse(at) < kept.hours * hourMs),
    ...lastOfEach(newestFirst, dayOf, kept.days),
    ...lastOfEach(newestFirst, weekOf, kept.weeks),
    ...lastOfEach(newestFirst, monthOf, kept.months),
  ]
  return new Set(candidates.filter((at) => at === newest || now - Date.parse(at) < keptDays * dayMs))
}
