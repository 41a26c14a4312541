/** The device's IANA time zone, the best guess for the practice's. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** "America/Bogota" as people read it: "America / Bogota". */
export const timeZoneText = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ')

/** Every zone this browser knows, the device's included. */
export const timeZones = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), deviceTimeZone()])].sort()

/** What a zone's clock is ahead of UTC now, such as "GMT-5"; empty where it cannot be told. */
export const timeZoneOffset = (zone: string, at = new Date()): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    at,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
