/** A time zone in which it is about noon, at most eleven hours ahead of UTC: nobody's day ends while the story goes on, nor is a day's noon of UTC the next day. */
export const zoneAtNoon = (): string => {
  const ahead = Math.min(11, 12 - new Date().getUTCHours())
  // POSIX counts the other way round: Etc/GMT-5 is five hours ahead of UTC.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
