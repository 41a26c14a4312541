import { timeZoneOffset, timeZoneText } from '../../i18n/time-zones.ts'

/** How Unicode's CLDR calls the cities of zones in a language, where their ids do not say the same. */
export type ZoneCities = Readonly<Record<string, string>>
/** The zones of each country, by its code, divided by blanks. */
export type ZoneRegions = Readonly<Record<string, string>>

export interface ZoneName {
  readonly value: string
  /** City and country: "Bogotá, Colombia". */
  readonly label: string
  /** What the clock there is ahead of UTC now. */
  readonly detail: string
}

/** Without case and accents, as people type. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase()

/** Names of zones by city and country in a language; of a zone that nobody named, what its id says. */
export const createZoneNames = (language: string, cities: ZoneCities, regions: ZoneRegions) => {
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const regionOf = new Map(
    Object.entries(regions).flatMap(([region, zones]) => zones.split(' ').map((zone) => [zone, region])),
  )
  const textOf = (zone: string): string => {
    const region = regionOf.get(zone)
    if (region === undefined) return timeZoneText(zone)
    const city = cities[zone] ?? timeZoneText(zone.split('/').at(-1) ?? zone)
    const country = countries.of(region) ?? region
    return city === country ? city : `${city}, ${country}`
  }
  return {
    textOf,
    /** By city, as the language sorts. */
    list: (zones: readonly string[]): ZoneName[] => {
      const { compare } = new Intl.Collator(language)
      return zones
        .map((zone) => ({ value: zone, label: textOf(zone), detail: timeZoneOffset(zone) }))
        .sort((one, other) => compare(one.label, other.label))
    },
  }
}

/** The zones in whose city, country or id stands every word that was typed. */
export const zonesFor = (typed: string, zones: readonly ZoneName[]): ZoneName[] => {
  const words = plain(typed)
    .split(/[\s/,]+/)
    .filter(Boolean)
  return zones.filter(({ value, label }) => {
    const text = plain(`${label} ${value}`)
    return words.every((word) => text.includes(word))
  })
}
