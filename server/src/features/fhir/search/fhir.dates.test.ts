import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DatePrefix, dateWish, meets, spansOf, stretchOf } from './fhir.dates.ts'

const iso = (at: number) => new Date(at).toISOString()
const stretch = (text: string, timezone = 'UTC') => {
  const found = stretchOf(text, timezone)
  return found && [iso(found.from), iso(found.before)]
}

describe('what a date covers', () => {
  it('is a year, a month or a day on the practice’s clock, across daylight saving', () => {
    expect(stretch('2026')).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
    expect(stretch('2026-12')).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
    expect(stretch('2026-11-23', 'America/Bogota')).toEqual([
      '2026-11-23T05:00:00.000Z',
      '2026-11-24T05:00:00.000Z',
    ])
    expect(stretch('2026-10-25', 'Europe/Madrid')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ])
  })

  it('is a minute, a second or less, with its offset or on the practice’s clock', () => {
    expect(stretch('2026-11-23T10:15Z')).toEqual(['2026-11-23T10:15:00.000Z', '2026-11-23T10:16:00.000Z'])
    expect(stretch('2026-11-23T10:15:30+01:00')).toEqual([
      '2026-11-23T09:15:30.000Z',
      '2026-11-23T09:15:31.000Z',
    ])
    expect(stretch('2026-11-23T10:15:30.250', 'America/Bogota')).toEqual([
      '2026-11-23T15:15:30.250Z',
      '2026-11-23T15:15:30.251Z',
    ])
  })

  it('is nothing where there is no such date', () => {
    for (const text of [
      '',
      '26',
      '0000',
      '2026-13',
      '2026-02-29',
      '2026-1-1',
      '2026-11-23T24:00Z',
      '2026-11-23T10',
    ])
      expect([text, stretchOf(text, 'UTC')]).toEqual([text, null])
  })
})

describe('a wish for a point in time', () => {
  const prefixes: readonly DatePrefix[] = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb']
  const minute = fc
    .integer({ min: 0, max: 200_000 })
    .map((minutes) => Date.UTC(2026, 0, 1) + minutes * 60_000)

  it('finds the same in memory and by the spans that the database compares', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prefixes),
        minute,
        minute.chain((at) => fc.constantFrom(iso(at), iso(at).slice(0, 10), iso(at).slice(0, 7))),
        (prefix, at, text) => {
          const wish = dateWish(`${prefix}${text}`, 'UTC')
          if (!wish) throw new Error(`${text} is no date`)
          const inMemory = meets({ from: at, before: at + 1 }, wish)
          const inDatabase = spansOf(prefix, { from: wish.from, before: wish.before }).some(
            ({ from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY }) =>
              at >= from && at < before,
          )
          expect([prefix, text, iso(at), inDatabase]).toEqual([prefix, text, iso(at), inMemory])
        },
      ),
      { numRuns: 500 },
    )
  })
})
