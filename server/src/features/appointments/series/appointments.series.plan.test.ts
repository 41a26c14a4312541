import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { describe, expect, it } from 'vitest'
import { instantAt, localTime } from '../appointments.recurrence.ts'
import { daysOf, type Occurrence, type Series, timeOn } from './appointments.series.occurrences.ts'
import { planSeries } from './appointments.series.plan.ts'

const madrid = 'Europe/Madrid'
const base: Series = {
  rule: { repeat: true, freq: 'week', interval: 1, count: 6 },
  firstDay: '2026-03-02',
  until: null,
  zone: madrid,
  clock: '10:00:00',
  durationMs: 3_600_000,
  takenOut: [],
}

const occurrencesOf = (series: Series): Occurrence[] =>
  daysOf(series).days.map((on, index) => {
    const { start, end } = timeOn(series, on)
    return { id: index + 1, on, start, end, status: 'booked', detached: false }
  })

const at = (day: string, clock: string) => instantAt(day, clock, madrid).instant
const firstOf: Record<string, string> = { month: '2027-03-31', week: '2027-03-29' }
const past = at('2026-01-01', '00:00')
const hour = 3_600_000

const shown = (times: readonly { on: string; start: number }[]) =>
  times.map(({ on, start }) => `${on} ${localTime(start, madrid).day} ${localTime(start, madrid).clock}`)

describe('plan of a change of a series', () => {
  it('moves the time of day and the weekday of all, across the change of the clock', () => {
    const occurrences = occurrencesOf(base)
    const named = occurrences[1] as Occurrence
    const start = at('2026-03-10', '11:30')
    const plan = planSeries(
      base,
      occurrences,
      { named, scope: 'all', times: { start, end: start + hour } },
      past,
    )
    expect(shown(plan.moved)).toEqual([
      '2026-03-03 2026-03-03 11:30:00',
      '2026-03-10 2026-03-10 11:30:00',
      '2026-03-17 2026-03-17 11:30:00',
      '2026-03-24 2026-03-24 11:30:00',
      '2026-03-31 2026-03-31 11:30:00',
      '2026-04-07 2026-04-07 11:30:00',
    ])
    expect(plan.remainder).toBeNull()
  })

  it('moves the end along, not to what keeps its time after it', () => {
    const series: Series = { ...base, rule: { repeat: true, freq: 'week', interval: 1 }, until: '2026-04-06' }
    const occurrences = occurrencesOf(series)
    const named = occurrences[1] as Occurrence
    const [on, start] = ['2026-06-01', at('2026-06-01', '10:00')] as const
    const late: Occurrence = { id: 9, on, start, end: start + hour, status: 'booked', detached: true }
    const times = { start: at('2026-03-10', '10:00'), end: at('2026-03-10', '11:00') }
    const plan = planSeries(series, [...occurrences, late], { named, scope: 'all', times }, past)
    expect(plan.series.until).toBe('2026-04-07')
    expect([plan.made, plan.removed, plan.moved.length]).toEqual([[], [], 6])
  })

  it('gives the day that one of an earlier pattern goes to, where no date of its own is left', () => {
    const third = { repeat: true, freq: 'month', interval: 2, byWeekday: [3], bySetPos: 3 } as const
    const series: Series = { ...base, rule: { ...third, byWeekday: [3] }, until: '2026-03-18' }
    const start = at('2026-03-20', '12:00')
    const late: Occurrence = {
      ...{ id: 9, on: '2026-03-19', start, end: start + hour },
      ...{ status: 'booked', detached: true },
    }
    const to = at('2026-03-18', '12:00')
    const wish = { named: late, scope: 'all', times: { start: to, end: to + hour } } as const
    const plan = planSeries(
      { ...series, firstDay: '2026-03-18', takenOut: ['2026-03-18'] },
      [late],
      wish,
      past,
    )
    expect(plan.series.rule).toMatchObject({ byWeekday: [2], bySetPos: 3 })
    expect(plan.moved.map(({ start: begins }) => begins)).toEqual([to])
  })

  it('ends no sooner than it begins, where no date of its own is left', () => {
    const rule = { repeat: true, freq: 'year', interval: 1, byWeekday: [2], bySetPos: -1 } as const
    const series: Series = {
      ...{ ...base, rule: { ...rule, byWeekday: [2] } },
      ...{ firstDay: '2027-01-04', until: '2027-01-09' },
    }
    const start = at('2027-01-11', '09:00')
    const named: Occurrence = {
      ...{ id: 1, on: '2027-01-11', start, end: start + hour },
      ...{ status: 'booked', detached: true },
    }
    const to = at('2027-01-19', '23:30')
    const wish = { named, scope: 'following', times: { start: to, end: to + hour } } as const
    const { series: after } = planSeries(series, [named], wish, past)
    expect([after.firstDay, after.until]).toEqual(['2027-01-19', '2027-01-19'])
  })

  it('makes the following ones a series of their own and ends the rest before them', () => {
    const occurrences = occurrencesOf(base)
    const named = occurrences[3] as Occurrence
    const start = at('2026-03-23', '12:00')
    const plan = planSeries(
      base,
      occurrences,
      { named, scope: 'following', times: { start, end: start + hour } },
      past,
    )
    expect(plan.moved.map(({ id }) => id)).toEqual([4, 5, 6])
    expect(plan.series.rule.count).toBe(3)
    expect(plan.remainder?.until).toBe('2026-03-22')
    expect(daysOf(plan.remainder as Series).days).toEqual(['2026-03-02', '2026-03-09', '2026-03-16'])
  })

  it('keeps the times of what lies in the past, was attended or was moved by itself', () => {
    const occurrences = occurrencesOf(base).map((one) => {
      if (one.id === 3) return { ...one, status: 'attended' as const }
      return one.id === 4 ? { ...one, start: one.start + hour, end: one.end + hour, detached: true } : one
    })
    const now = at('2026-03-05', '08:00')
    const named = occurrences[4] as Occurrence
    const start = at('2026-03-30', '16:00')
    const plan = planSeries(
      base,
      occurrences,
      { named, scope: 'all', times: { start, end: start + hour } },
      now,
    )
    expect(plan.kept.map(({ id, reason }) => [id, reason])).toEqual([
      [1, 'past'],
      [3, 'status'],
      [4, 'detached'],
    ])
    expect(plan.moved.map(({ id }) => id)).toEqual([2, 5, 6])
  })

  it('a new pattern keeps the occurrences whose day it still gives, reuses the others and makes what is missing', () => {
    const occurrences = occurrencesOf(base)
    const named = occurrences[0] as Occurrence
    const rule = { repeat: true, freq: 'week' as const, interval: 1, byWeekday: [1, 3], count: 8 }
    const plan = planSeries(base, occurrences, { named, scope: 'all', rule }, past)
    expect(plan.moved.map(({ id, on }) => [id, on])).toEqual([
      [1, '2026-03-02'],
      [2, '2026-03-09'],
      [3, '2026-03-16'],
      [4, '2026-03-23'],
      [5, '2026-03-04'],
      [6, '2026-03-11'],
    ])
    expect(plan.made.map(({ on }) => on)).toEqual(['2026-03-18', '2026-03-25'])
    expect(plan.removed).toEqual([])
  })

  it('a shorter pattern takes away what is too much, and never what was attended', () => {
    const occurrences = occurrencesOf(base).map((one) =>
      one.id === 6 ? { ...one, status: 'attended' as const } : one,
    )
    const named = occurrences[0] as Occurrence
    const plan = planSeries(
      base,
      occurrences,
      { named, scope: 'all', rule: { ...base.rule, count: 2 } },
      past,
    )
    expect(plan.removed).toEqual([3, 4, 5])
    expect(plan.kept).toEqual([{ id: 6, on: '2026-04-06', reason: 'status' }])
  })

  it('counts what is over: ten booked, four past, six remain with a new pattern', () => {
    const ten = { ...base, rule: { ...base.rule, count: 10 } }
    const now = at('2026-03-24', '00:00')
    const occurrences = occurrencesOf(ten)
    const rule = { repeat: true, freq: 'week' as const, interval: 1, byWeekday: [1, 4], count: 10 }
    const plan = planSeries(
      ten,
      occurrences,
      { named: occurrences[5] as Occurrence, scope: 'all', rule },
      now,
    )
    expect(plan.moved.length + plan.made.length).toBe(6)
    expect(plan.kept.map(({ reason }) => reason)).toEqual(['past', 'past', 'past', 'past'])
  })

  it('an hour that the clock skips moves forward by the gap on that day and on no other', () => {
    const night: Series = {
      ...base,
      rule: { repeat: true, freq: 'day', interval: 1, count: 3 },
      firstDay: '2026-03-28',
      clock: '02:30:00',
    }
    expect(shown(daysOf(night).days.map((day) => timeOn(night, day)))).toEqual([
      '2026-03-28 2026-03-28 02:30:00',
      '2026-03-29 2026-03-29 03:30:00',
      '2026-03-30 2026-03-30 02:30:00',
    ])
    const occurrences = occurrencesOf(night)
    const named = occurrences[1] as Occurrence
    const plan = planSeries(
      night,
      occurrences,
      { named, scope: 'all', times: { start: named.start, end: named.end + hour } },
      past,
    )
    expect(plan.series.clock).toBe('02:30:00')
    expect(plan.series.durationMs).toBe(2 * hour)
  })

  it.each([
    [
      'a fifth Tuesday to the fourth',
      { freq: 'month', byWeekday: [2], bySetPos: 5 },
      '2027-08-31',
      '2027-08-24',
    ],
    ['a Thursday of every second week to Wednesday', { byWeekday: [1, 4] }, '2027-04-01', '2027-03-31'],
    ['a Friday of every second week over the weekend', { byWeekday: [1, 5] }, '2027-04-02', '2027-04-05'],
    ['the 31st to the 30th', { freq: 'month' }, '2027-08-31', '2027-08-30'],
    ['the 31st to the 1st', { freq: 'month' }, '2027-08-31', '2027-09-01'],
  ])('new times alone take %s and make, remove or lose none', (_, words, from, to) => {
    const every = { repeat: true, freq: 'week', interval: 2, ...words } as const
    const rule = every.freq === 'month' ? { ...every, interval: 1 } : every
    for (const end of [{ until: '2027-10-31' }, { rule: { ...rule, count: 4 } }]) {
      const series: Series = {
        ...base,
        rule: rule as RepeatRule,
        firstDay: firstOf[rule.freq],
        ...end,
      } as Series
      const occurrences = occurrencesOf(series)
      const named = occurrences.find(({ on }) => on === from) as Occurrence
      const times = { start: at(to, '10:00'), end: at(to, '11:00') }
      const plan = planSeries(series, occurrences, { named, scope: 'all', times }, past)
      expect([plan.made, plan.removed]).toEqual([[], []])
      expect(plan.moved.find(({ id }) => id === named.id)?.start).toBe(times.start)
      expect(plan.moved.map(({ id }) => id)).toEqual(occurrences.map(({ id }) => id))
    }
  })

  it('a monthly series on the 31st has no February and says so', () => {
    const monthly: Series = {
      ...base,
      rule: { repeat: true, freq: 'month', interval: 1, count: 3 },
      firstDay: '2026-01-31',
    }
    expect(daysOf(monthly).days).toEqual(['2026-01-31', '2026-03-31', '2026-05-31'])
  })
})
