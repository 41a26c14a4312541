import { describe, expect, it } from 'vitest'
import { clashWith, previewDate, previewOf } from '../series-scene.ts'
import { countsOf, needsAttention, previewMonths, standingDates, withRefused } from './series-preview.ts'

const dayOf = (instant: string): string => instant.slice(0, 10)

describe('the preview of a series', () => {
  it('is read by month, with how many dates ask for attention', () => {
    const months = previewMonths(
      [
        previewDate('2026-03-10'),
        previewDate('2026-03-31', { clashes: [clashWith(8, '2026-03-31')] }),
        previewDate('2026-04-07', { outsideHours: true }),
      ],
      dayOf,
    )
    expect(months.map(({ month, dates, attention }) => [month, dates.length, attention])).toEqual([
      ['2026-03', 2, 1],
      ['2026-04', 1, 1],
    ])
  })

  it('puts a date into the month it is in, not the one the rule gave', () => {
    const late = previewDate('2026-03-31', { start: '2026-04-01T09:00:00.000Z' })
    expect(previewMonths([late], dayOf)[0]?.month).toBe('2026-04')
  })

  it('asks for attention only where something is booked', () => {
    const kept = { id: 3, kept: 'past', outsideHours: true } as const
    expect(needsAttention(previewDate('2026-03-10', kept))).toBe(false)
    expect(needsAttention(previewDate('2026-03-10', { absence: '' }))).toBe(true)
    expect(needsAttention(previewDate('2026-03-10', { shifted: true }))).toBe(true)
    expect(needsAttention(previewDate('2026-03-10', { patientClashes: [clashWith(8, '2026-03-10')] }))).toBe(
      true,
    )
  })

  it('counts what changes, comes, goes, and keeps its time', () => {
    const before = { start: '2026-03-10T08:00:00.000Z', end: '2026-03-10T08:45:00.000Z', doctorId: 1 }
    const dates = [
      previewDate('2026-03-03', { id: 1, kept: 'past' }),
      previewDate('2026-03-10', { id: 2, before }),
      previewDate('2026-03-17', { id: 3, kept: 'status' }),
      previewDate('2026-03-24', { id: 4, kept: 'detached' }),
      previewDate('2026-03-31'),
    ]
    const removed = [{ id: 9, start: '2026-04-07T09:00:00.000Z', end: '2026-04-07T09:45:00.000Z' }]
    expect(countsOf(previewOf(dates, { removed }))).toEqual({
      total: 5,
      moved: 1,
      made: 1,
      removed: 1,
      past: 1,
      status: 1,
      detached: 1,
    })
  })

  it('knows the dates that still wait for their visit, where they stand before the change', () => {
    const before = { start: '2026-03-10T08:00:00.000Z', end: '2026-03-10T08:45:00.000Z', doctorId: 7 }
    const dates = [
      previewDate('2026-03-03', { id: 1, kept: 'status' }),
      previewDate('2026-03-10', { id: 2, before }),
      previewDate('2026-03-24', { id: 4, kept: 'detached' }),
      previewDate('2026-03-31'),
    ]
    const { start, end, doctorId } = previewDate('2026-03-24')
    expect(standingDates(dates)).toEqual([
      { id: 2, status: 'booked', ...before },
      { id: 4, status: 'booked', start, end, doctorId },
    ])
  })

  it('shows who was faster although the new preview does not know of them', () => {
    const preview = previewOf([previewDate('2026-03-10'), previewDate('2026-03-17')])
    const clash = clashWith(8, '2026-03-17')
    const refused = withRefused(preview, [{ on: '2026-03-17', clashes: [clash] }])
    expect(refused.dates.map(({ clashes }) => clashes)).toEqual([[], [clash]])
    expect(withRefused(refused, [{ on: '2026-03-17', clashes: [clash] }])).toEqual(refused)
  })
})
