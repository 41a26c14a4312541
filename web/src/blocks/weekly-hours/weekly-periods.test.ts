import { accessRules } from '@ulna/contract/practices/practices.configurations'
import { describe, expect, it, test } from 'vitest'
import { clockOfEnd, copyDay, endOfClock, nextPeriod, toggleWeekday, usualWeek } from './weekly-periods.ts'

const week = usualWeek('07:00', '19:00')

test('a weekday is chosen and left again, in the order of the week', () => {
  expect(toggleWeekday([1, 5], 3)).toEqual([1, 3, 5])
  expect(toggleWeekday([1, 3, 5], 3)).toEqual([1, 5])
})

describe('weekly hours', () => {
  it('start with Monday to Friday', () => {
    expect(week.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5])
  })

  it('are copied to other days, which lose what they had', () => {
    const periods = [
      { weekday: 1, from: '07:00', to: '12:00' },
      { weekday: 1, from: '14:00', to: '18:00' },
      { weekday: 2, from: '10:00', to: '11:00' },
    ]
    expect(copyDay(periods, 1, [1, 2, 3])).toEqual(
      [1, 2, 3].flatMap((weekday) => [
        { weekday, from: '07:00', to: '12:00' },
        { weekday, from: '14:00', to: '18:00' },
      ]),
    )
  })

  it('empty the other days when the copied day is free', () => {
    expect(copyDay(week, 7, [5]).map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4])
  })

  it('end at midnight as 24:00', () => {
    expect(endOfClock('00:00')).toBe('24:00')
    expect(clockOfEnd('24:00')).toBe('00:00')
    expect(endOfClock('19:30')).toBe('19:30')
  })

  it('offer a period that the contract takes after the last one of a day', () => {
    const usual = { from: '07:00', to: '19:00' }
    expect(nextPeriod([], 6, usual)).toEqual({ weekday: 6, ...usual })
    for (const to of ['12:00', '19:30', '23:00', '23:45', '24:00']) {
      const next = nextPeriod([{ weekday: 6, from: '06:00', to }], 6, usual)
      expect(next.from < next.to).toBe(true)
      expect(
        accessRules.safeParse({ hours: { practitioner: [next], assistant: null, admin: null } }).success,
      ).toBe(true)
    }
  })
})
