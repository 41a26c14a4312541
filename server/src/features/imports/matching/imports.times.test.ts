import { describe, expect, it } from 'vitest'
import { PracticeClock } from './imports.clock.ts'
import { readDuration, readTime, timeBehindDate } from './imports.times.ts'

const minutes = (hours: number, rest = 0): number => hours * 60 + rest

describe('a time of day', () => {
  it.each([
    ['9:30', minutes(9, 30)],
    ['09:30:00', minutes(9, 30)],
    ['9.30', minutes(9, 30)],
    ['16h30', minutes(16, 30)],
    ['9 h', minutes(9)],
    ['17', minutes(17)],
    ['04:30 pm', minutes(16, 30)],
    ['4:30 p. m.', minutes(16, 30)],
    ['12:05 a.m.', minutes(0, 5)],
    ['12:05 PM', minutes(12, 5)],
    ['1899-12-30 10:15', minutes(10, 15)],
    ['0.4375', minutes(10, 30)],
    ['0,75', minutes(18)],
    ['24:00', null],
    ['9:60', null],
    ['tarde', null],
    ['', null],
  ])('%s is read', (text, expected) => {
    expect(readTime(text)).toBe(expected)
  })

  it.each([
    ['13/02/2020 9:30', minutes(9, 30)],
    ['2020-02-13T16:00:00', minutes(16)],
    ['13-02-2020, 4:15 pm', minutes(16, 15)],
    ['13/02/2020', null],
    ['2020-02-13', null],
  ])('stands behind a date: %s', (text, expected) => {
    expect(timeBehindDate(text)).toBe(expected)
  })

  it.each([
    ['45', 45],
    ['45 min', 45],
    ['60.0', 60],
    ['1:30', 90],
    ['1 h', 60],
    ['1h 15m', 75],
    ['00:45:00', 45],
    ['una hora', null],
    ['', null],
  ])('%s is a length', (text, expected) => {
    expect(readDuration(text)).toBe(expected)
  })
})

describe('the clock of a practice', () => {
  const at = (day: string, time: number) => {
    const { instant, ...more } = new PracticeClock('Europe/Madrid').at(day, time)
    return { at: new Date(instant).toISOString(), ...more }
  }

  it('is ahead of UTC by one hour or two', () => {
    expect(at('2024-01-15', minutes(9))).toEqual({
      at: '2024-01-15T08:00:00.000Z',
      isGap: false,
      isDouble: false,
    })
    expect(at('2024-07-15', minutes(9))).toEqual({
      at: '2024-07-15T07:00:00.000Z',
      isGap: false,
      isDouble: false,
    })
  })

  it('jumps over an hour in spring, and shows one twice in autumn, of which the first counts', () => {
    expect(at('2024-03-31', minutes(2, 30))).toMatchObject({ isGap: true })
    expect(at('2024-03-31', minutes(3))).toEqual({
      at: '2024-03-31T01:00:00.000Z',
      isGap: false,
      isDouble: false,
    })
    expect(at('2024-10-27', minutes(2, 30))).toEqual({
      at: '2024-10-27T00:30:00.000Z',
      isGap: false,
      isDouble: true,
    })
    expect(at('2024-10-27', minutes(9))).toEqual({
      at: '2024-10-27T08:00:00.000Z',
      isGap: false,
      isDouble: false,
    })
  })
})
