import { describe, expect, it } from 'vitest'
import { minutesOfDay, workingHours } from './schedules.rules.ts'

const agenda = { dayStartsAt: '07:30', dayEndsAt: '19:00' }

describe('working hours', () => {
  it('are the practice’s day, Monday to Friday, of whoever has none of their own', () => {
    expect(workingHours(null, agenda)).toEqual(
      [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '07:30', to: '19:00' })),
    )
  })

  it('are their own, none at all included', () => {
    const own = [{ weekday: 6, from: '09:00', to: '24:00' }]
    expect(workingHours(own, agenda)).toEqual(own)
    expect(workingHours([], agenda)).toEqual([])
  })
})

describe('minutes of a day', () => {
  it.each([
    ['00:00', 0],
    ['09:05', 545],
    ['24:00', 1440],
  ])('at %s are %d', (clock, minutes) => expect(minutesOfDay(clock)).toBe(minutes))
})
