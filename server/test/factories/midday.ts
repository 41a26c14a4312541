/**
 * A time zone in which it is about noon: no test that looks at today meets a midnight. At most eleven hours ahead of UTC, for what
 * is dated by its day stands at noon UTC, where twelve hours ahead the next day begins (contract/src/records/records.dates.rules.ts).
 */
export const zoneAtNoon = (): string => {
  const ahead = Math.min(11, 12 - new Date().getUTCHours())
  // POSIX counts the other way round: Etc/GMT-5 is five hours ahead of UTC.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
