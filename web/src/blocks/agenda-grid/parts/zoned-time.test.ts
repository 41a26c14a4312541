import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayOfNumber } from './calendar-day.ts'
import { minutesFrom, zonedTime } from './zoned-time.ts'

const zones = [
  'America/Bogota',
  'Europe/Madrid',
  'Europe/Rome',
  'America/Santiago',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
]
const hours = (zone: string, day: string): number => {
  const { start, end } = zonedTime(zone).dayBounds(day)
  return (end - start) / 3_600_000
}
const day = fc.integer({ min: 14_000, max: 22_000 }).map(dayOfNumber)
const zone = fc.constantFrom(...zones)
const quarter = fc.integer({ min: 0, max: 95 }).map((n) => n * 15)

describe('wall-clock time', () => {
  it('has 23 hours on the day the clock goes forward and 25 on the day it goes back', () => {
    expect(hours('Europe/Madrid', '2026-03-29')).toBe(23)
    expect(hours('Europe/Madrid', '2026-10-25')).toBe(25)
    expect(hours('Europe/Madrid', '2026-11-20')).toBe(24)
    expect(hours('Australia/Lord_Howe', '2026-04-05')).toBe(24.5)
    expect(hours('America/Bogota', '2026-03-29')).toBe(24)
  })

  it('reads Bogotá five hours behind UTC', () => {
    const bogota = zonedTime('America/Bogota')
    expect(bogota.wallOf(Date.parse('2026-11-20T15:26:00Z'))).toEqual({ day: '2026-11-20', minute: 626 })
    expect(new Date(bogota.instantOf('2026-11-20', 0)).toISOString()).toBe('2026-11-20T05:00:00.000Z')
  })

  it('moves a time that does not exist forward by the gap', () => {
    const madrid = zonedTime('Europe/Madrid')
    const instant = madrid.instantOf('2026-03-29', 150)
    expect(new Date(instant).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(madrid.wallOf(instant)).toEqual({ day: '2026-03-29', minute: 210 })
  })

  it('takes the first of two equal wall times', () => {
    expect(new Date(zonedTime('Europe/Madrid').instantOf('2026-10-25', 150)).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
  })

  it('starts a day that has no midnight at its first minute', () => {
    const santiago = zonedTime('America/Santiago')
    const { start } = santiago.dayBounds('2026-09-06')
    expect(santiago.wallOf(start)).toEqual({ day: '2026-09-06', minute: 60 })
    expect(hours('America/Santiago', '2026-09-06')).toBe(23)
  })

  it('takes minutes before and after the day', () => {
    const madrid = zonedTime('Europe/Madrid')
    expect(madrid.instantOf('2026-11-20', -60)).toBe(madrid.instantOf('2026-11-19', 1380))
    expect(madrid.instantOf('2026-11-20', 1500)).toBe(madrid.instantOf('2026-11-21', 60))
  })

  it('agrees with Intl at every instant', () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: 20_000_000, max: 31_600_000 }), (name, minutes) => {
        const instant = minutes * 60_000
        const wall = zonedTime(name).wallOf(instant)
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: name,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(instant)
        const clock = `${String(Math.floor(wall.minute / 60)).padStart(2, '0')}:${String(wall.minute % 60).padStart(2, '0')}`
        expect(`${wall.day} ${clock}`).toBe(shown)
      }),
    )
  })

  it('comes back to the same wall time, or later by a gap where that time does not exist', () => {
    fc.assert(
      fc.property(zone, day, quarter, (name, date, minute) => {
        const time = zonedTime(name)
        const back = minutesFrom(date, time.wallOf(time.instantOf(date, minute)))
        expect(back === minute || (back > minute && back - minute <= 1440)).toBe(true)
      }),
    )
  })

  it('tiles time with days: each ends where the next begins', () => {
    fc.assert(
      fc.property(zone, day, (name, date) => {
        const time = zonedTime(name)
        expect(time.dayBounds(date).end).toBe(time.dayBounds(addDays(date, 1)).start)
        expect(time.dayBounds(date).end).toBeGreaterThanOrEqual(time.dayBounds(date).start)
      }),
    )
  })
})
