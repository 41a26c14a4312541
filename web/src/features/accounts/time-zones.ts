/** The device's IANA time zone, the best guess for the practice's. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every zone this browser knows, the device's included, by name: "America/Bogota" reads "America / Bogota". */
export const timeZones = (): { value: string; label: string }[] => {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), deviceTimeZone()])
  return [...known]
    .sort()
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ').replaceAll('/', ' / ') }))
}
