import type { DateDecision } from '@ulna/contract/appointments/appointments.series'
import { describe, expect, it } from 'vitest'
import {
  bookedCount,
  decideAll,
  decisionsFor,
  keptDecisions,
  leavesNothing,
  leavingDates,
  maySkip,
  noDecisions,
  touchedStarts,
  undecided,
  waysFor,
  withDecision,
} from './series-decisions.ts'
import { clashWith, previewDate } from './series-scene.ts'

const first = '2026-03-10'
const second = '2026-03-17'
const free = { start: '2026-03-10T11:00:00.000Z', end: '2026-03-10T11:45:00.000Z' }
const clashing = previewDate(first, {
  clashes: [clashWith(8, first)],
  nearestFree: free,
  freeDoctors: [2, 3],
})
const plain = previewDate(second)
const dates = [clashing, plain]
const mayBook = (doctorId: number): boolean => doctorId !== 3
const context = { dates, decisions: noDecisions, mayBook }
const skip: DateDecision = { on: first, action: 'skip' }

describe('decisions about the dates of a series', () => {
  it('offers the nearest free time, colleagues who may be booked, leaving out and keeping', () => {
    const ways = waysFor(clashing, context)
    expect(ways.nearest).toEqual({ on: first, action: 'move', ...free })
    expect(ways.colleagues).toEqual([{ on: first, action: 'move', doctorId: 2 }])
    expect(ways.stay).toBeUndefined()
    expect([ways.skip.action, ways.keep.action]).toEqual(['skip', 'keep'])
  })

  it('lets an occurrence that moves stay where it is', () => {
    const before = { start: '2026-03-10T08:00:00.000Z', end: '2026-03-10T08:45:00.000Z', doctorId: 1 }
    expect(waysFor({ ...clashing, id: 4, before }, context).stay).toEqual({
      on: first,
      action: 'move',
      ...before,
    })
  })

  it('offers no free time that another date of the series takes', () => {
    const taken = previewDate(second, free)
    expect(waysFor(clashing, { ...context, dates: [clashing, taken] }).nearest).toBeUndefined()
    const leftOut = withDecision(noDecisions, second, { on: second, action: 'skip' })
    expect(waysFor(clashing, { dates: [clashing, taken], decisions: leftOut, mayBook }).nearest).toBeDefined()
  })

  it('tells which occurrences leave the time they have, by what is decided of them', () => {
    const there = { ...plain, id: 5 }
    const { start, end, doctorId } = there
    const before = { start, end, doctorId }
    const later = { start: '2026-03-17T18:00:00.000Z', end: '2026-03-17T18:45:00.000Z' }
    const moved = { ...there, ...later, before }
    const elsewhere = { ...there, doctorId: 9, before }
    const longer = { ...there, end: '2026-03-17T23:00:00.000Z', before }
    expect(leavingDates([there, moved, elsewhere, longer, plain])).toEqual([moved, elsewhere])
    expect(leavingDates([there], [{ on: second, action: 'skip' }])).toEqual([there])
    expect(leavingDates([there], [{ on: second, action: 'move', ...later }])).toEqual([there])
    expect(leavingDates([moved], [{ on: second, action: 'move', ...before }])).toEqual([])
    expect(leavingDates([plain], [{ on: second, action: 'skip' }])).toEqual([])
  })

  it('waits for every date where somebody is in the way', () => {
    expect(undecided(dates, noDecisions)).toEqual([clashing])
    expect(undecided(dates, withDecision(noDecisions, first, skip))).toEqual([])
  })

  it('decides all alike, but no two for the same free time', () => {
    const twin = previewDate('2026-03-11', { clashes: [clashWith(9, first)], nearestFree: free })
    const all = { ...context, dates: [clashing, twin, plain] }
    expect([...decideAll('nearest', all).keys()]).toEqual([first])
    expect([...decideAll('skip', all).keys()]).toEqual([first, '2026-03-11'])
  })

  it('keeps what was decided when the dates are read again, except what was refused', () => {
    const both = withDecision(withDecision(noDecisions, first, skip), second, { on: second, action: 'keep' })
    expect(keptDecisions(both, dates)).toEqual(both)
    expect([...keptDecisions(both, dates, [{ on: second, clashes: [] }]).keys()]).toEqual([first])
    expect([...keptDecisions(both, [plain]).keys()]).toEqual([second])
  })

  it('sends only decisions about dates on show', () => {
    const both = withDecision(withDecision(noDecisions, first, skip), '2026-09-01', {
      on: '2026-09-01',
      action: 'skip',
    })
    expect(decisionsFor(dates, both)).toEqual([skip])
  })

  it('counts what is booked in the end, and notices when nothing is', () => {
    const one = withDecision(noDecisions, first, skip)
    const none = withDecision(one, second, { on: second, action: 'skip' })
    expect([bookedCount(dates, noDecisions), bookedCount(dates, one)]).toEqual([2, 1])
    expect([leavesNothing(dates, one), leavesNothing(dates, none)]).toEqual([false, true])
  })

  it('offers to leave out what is new or has something against it', () => {
    const before = { start: '2026-03-10T08:00:00.000Z', end: '2026-03-10T08:45:00.000Z', doctorId: 1 }
    expect(maySkip(plain)).toBe(true)
    expect(maySkip(previewDate(second, { id: 4, before }))).toBe(false)
    expect(maySkip(previewDate(second, { id: 4, before, absence: 'Vacaciones' }))).toBe(true)
    expect(maySkip(previewDate(second, { id: 4, kept: 'past' }))).toBe(false)
  })

  it('knows where the agenda changes: where dates come, and where they were', () => {
    const before = { start: '2026-02-27T08:00:00.000Z', end: '2026-02-27T08:45:00.000Z', doctorId: 1 }
    const moved = withDecision(noDecisions, first, { on: first, action: 'move', ...free })
    expect(touchedStarts([{ ...clashing, before }, plain], moved)).toEqual([
      free.start,
      before.start,
      plain.start,
    ])
  })
})
