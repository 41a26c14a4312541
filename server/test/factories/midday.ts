/**
 * A time zone in which it is about noon: no test that looks at today meets a midnight. What is dated by its day stands at noon UTC,
 * where twelve hours ahead the next day begins (contract/src/records/records.dates.rules.ts): who counts days asks for eleven at most.
 */
export const zoneAtNoon = ({ most = 12 } = {}): string => {
  const ahead = Math.min(most, 12 - new Date().getUTCHours())
  // POSIX counts the other way round: Etc/GMT-5 is five hours ahead of UTC.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
