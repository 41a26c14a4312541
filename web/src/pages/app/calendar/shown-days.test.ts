import { describe, expect, it } from 'vitest'
import { eachDay, monthsToLoad, shownDays, turnedDay } from './shown-days.ts'

describe('days on show', () => {
  it('follow the view', () => {
    expect(shownDays('day', '2026-11-20')).toEqual({ start: '2026-11-20', end: '2026-11-21' })
    expect(shownDays('week', '2026-11-20')).toEqual({ start: '2026-11-16', end: '2026-11-23' })
    expect(shownDays('month', '2026-11-20')).toEqual({ start: '2026-10-26', end: '2026-12-07' })
    expect(shownDays('list', '2026-11-20')).toEqual({ start: '2026-11-20', end: '2026-12-18' })
  })

  it('turn by their own length', () => {
    expect(turnedDay('day', '2026-11-20', 1)).toBe('2026-11-21')
    expect(turnedDay('week', '2026-11-20', -1)).toBe('2026-11-13')
    expect(turnedDay('month', '2027-01-31', 1)).toBe('2027-02-28')
    expect(turnedDay('list', '2026-11-20', 1)).toBe('2026-12-18')
  })

  it('are loaded by months, with the one of the small calendar', () => {
    expect(monthsToLoad(shownDays('day', '2026-11-20'), '2026-11')).toEqual(['2026-11'])
    expect(monthsToLoad(shownDays('week', '2026-11-30'), '2027-01')).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
    ])
    expect(monthsToLoad(shownDays('month', '2026-11-20'), '2026-11')).toEqual([
      '2026-10',
      '2026-11',
      '2026-12',
    ])
    expect(monthsToLoad({ start: '2026-11-20', end: '2026-12-01' }, '2026-11')).toEqual(['2026-11'])
  })

  it('are counted one by one', () => {
    expect(eachDay(shownDays('week', '2026-12-31'))).toHaveLength(7)
    expect(eachDay(shownDays('month', '2026-11-20'))).toHaveLength(42)
  })
})
