/** A time zone in which it is about noon: nobody's day ends while the story goes on. */
export const zoneAtNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours()
  // POSIX counts the other way round: Etc/GMT-5 is five hours ahead of UTC.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
