import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createZoneNames, zonesFor } from './zone-names.ts'

const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./names/${name}.json`, import.meta.url), 'utf8'))
const namesIn = (language: string) => createZoneNames(language, read(language), read('regions'))
const spanish = namesIn('es')

test.each([
  ['es', 'Londres, Reino Unido', 'Bogotá, Colombia', 'Nueva York, Estados Unidos'],
  ['en', 'London, United Kingdom', 'Bogotá, Colombia', 'New York, United States'],
  ['it', 'Londra, Regno Unito', 'Bogotá, Colombia', 'New York, Stati Uniti'],
])('a zone is called by its city and country (%s)', (language, ...said) => {
  const { textOf } = namesIn(language)
  expect(['Europe/London', 'America/Bogota', 'America/New_York'].map(textOf)).toEqual(said)
})

test('a zone has the same name under its newer id, and one without a country says its id', () => {
  expect(spanish.textOf('America/Argentina/Buenos_Aires')).toBe(spanish.textOf('America/Buenos_Aires'))
  expect(spanish.textOf('Etc/GMT+5')).toBe('Etc / GMT+5')
})

test('zones are sorted by city and found by city, country or id, without accents', () => {
  const list = spanish.list(['Europe/Rome', 'America/Bogota', 'Europe/London', 'Europe/Madrid'])
  expect(list.map(({ value }) => value)).toEqual([
    'America/Bogota',
    'Europe/London',
    'Europe/Madrid',
    'Europe/Rome',
  ])
  const found = (typed: string) => zonesFor(typed, list).map(({ value }) => value)
  expect(found('bogota')).toEqual(['America/Bogota'])
  expect(found('reino unido')).toEqual(['Europe/London'])
  expect(found('espana')).toEqual(['Europe/Madrid'])
  expect(found('europe rom')).toEqual(['Europe/Rome'])
  expect(list[0]?.detail).toBe('GMT-5')
})

test('every zone that this runtime knows has a country, but for UTC', () => {
  const nameless = Intl.supportedValuesOf('timeZone').filter((zone) => spanish.textOf(zone).includes(' / '))
  expect(nameless).toEqual([])
})
