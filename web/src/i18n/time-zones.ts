/** The device's IANA time zone, the best guess for the practice's. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** "America/Bogota" as people read it: "America / Bogota". */
export const timeZoneText = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ')

/** Every zone this browser knows, the device's included, by name. */
export const timeZones = (): { value: string; label: string }[] => {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), deviceTimeZone()])
  return [...known].sort().map((zone) => ({ value: zone, label: timeZoneText(zone) }))
}

/** What a zone's clock is ahead of UTC now, such as "GMT-5"; empty where it cannot be told. */
export const timeZoneOffset = (zone: string, at = new Date()): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    at,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
