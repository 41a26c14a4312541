import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alarmAfterHours, isBackupDue } from './backups.due.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

/** When backups are made in so many days, looked at every minute by a process that runs at some hours of the day. */
const madeIn = (days: number, runs: (hour: number) => boolean): readonly number[] => {
  const made: number[] = []
  for (let minute = 0; minute < days * 24 * 60; minute += 1) {
    const now = minute * minuteMs
    const localHour = Math.floor(minute / 60) % 24
    const last = made.at(-1)
    if (runs(localHour) && isBackupDue({ now, localHour, lastGood: last, lastBegun: last })) made.push(now)
  }
  return made
}

describe('a backup is due', () => {
  it('at once where there was none, and once every night from the next one on, whenever that was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), (first) => {
        let isOn = false
        const made = madeIn(6, (hour) => {
          isOn ||= hour === first
          return isOn
        }).map((at) => at / hourMs)
        expect(made[0]).toBe(first)
        const nights = made.slice(1).map((hours) => hours % 24)
        expect(nights.length).toBeGreaterThanOrEqual(5)
        for (const hour of nights) expect([3, 4, 5]).toContain(hour)
      }),
    )
  })

  it('once a day where the machine is off in the night, and never later than the alarm where it is on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }), (from, hours) => {
        const made = madeIn(10, (hour) => (hour - from + 24) % 24 < hours)
        const gaps = made.slice(1).map((at, index) => (at - (made[index] ?? 0)) / hourMs)
        for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(3)
        // Every day on which it runs has one, or the day before had one in its last hours.
        expect(made.length).toBeGreaterThanOrEqual(5)
        if (hours === 24) expect(Math.max(...gaps)).toBeLessThan(alarmAfterHours)
      }),
    )
  })

  it('again an hour behind one that failed', () => {
    const stand = { now: 100 * hourMs, localHour: 12, lastGood: 10 * hourMs }
    expect(isBackupDue({ ...stand, lastBegun: 99.5 * hourMs })).toBe(false)
    expect(isBackupDue({ ...stand, lastBegun: 99 * hourMs })).toBe(true)
  })
})
