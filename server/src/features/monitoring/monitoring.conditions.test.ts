import type { Disk } from '@ulna/contract/monitoring/monitoring'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditions, type Reading } from './monitoring.conditions.ts'

type Name = keyof typeof conditions
type Readings = fc.Arbitrary<Reading>

/** Free of a disk of a hundred, beside one that has room. */
const disksWith = (least: number, most: number): Readings =>
  fc.integer({ min: least, max: most }).map((free) => {
    const [full, other]: Disk[] = [
      { of: 'data', free, size: 100 },
      { of: 'files', free: 90, size: 100 },
    ]
    return { disks: full && other ? [other, full] : [] }
  })

const figure = (name: keyof Reading, least: number, most: number): Readings =>
  fc.integer({ min: least, max: most }).map((found) => ({ [name]: found }))

const dayMs = 86_400_000
const nothing: Readings = fc.constant({ oldestJob: null })

/** What is wrong, what is over, and what lies between the two limits, where nothing is told. */
const figures: Readonly<Record<Name, { wrong: Readings; between: Readings | undefined; over: Readings }>> = {
  disk_full: { wrong: disksWith(0, 10), between: disksWith(11, 15), over: disksWith(16, 100) },
  queue_stuck: {
    wrong: figure('oldestJob', 1801, 90_000),
    between: figure('oldestJob', 300, 1800),
    over: fc.oneof(nothing, figure('oldestJob', 0, 299)),
  },
  mail_failing: {
    wrong: figure('failingMails', 3, 900),
    between: figure('failingMails', 1, 2),
    over: figure('failingMails', 0, 0),
  },
  certificate_ending: {
    wrong: figure('certificateLeft', -30 * dayMs, 14 * dayMs - 1),
    between: figure('certificateLeft', 14 * dayMs, 15 * dayMs),
    over: figure('certificateLeft', 15 * dayMs + 1, 90 * dayMs),
  },
  clock_wrong: {
    wrong: fc.oneof(figure('clockAhead', 5001, 90_000), figure('clockAhead', -90_000, -5001)),
    between: fc.oneof(figure('clockAhead', 2000, 5000), figure('clockAhead', -5000, -2000)),
    over: figure('clockAhead', -1999, 1999),
  },
  trail_broken: {
    wrong: figure('brokenTrails', 1, 50),
    between: undefined,
    over: figure('brokenTrails', 0, 0),
  },
}

const unknown: Readings = fc.constant({})

/** What is told, minute by minute. */
const toldOf = (name: Name, readings: readonly Reading[]): readonly ('began' | 'over')[] => {
  const told: ('began' | 'over')[] = []
  for (const reading of readings) {
    const isTold = told.at(-1) === 'began'
    if (conditions[name].isWrong(reading) && !isTold) told.push('began')
    if (conditions[name].isOver(reading) && isTold) told.push('over')
  }
  return told
}

describe.each(Object.keys(figures) as Name[])('I11 %s', (name) => {
  const { wrong, between, over } = figures[name]
  const unclear = between ? fc.oneof(between, unknown) : unknown

  it('is wrong where it is, over where it clearly is, and neither in between', () => {
    const { isWrong, isOver } = conditions[name]
    const both = (readings: Readings, expected: readonly [boolean, boolean]) =>
      fc.assert(
        fc.property(readings, (one) => {
          expect([isWrong(one), isOver(one)]).toEqual(expected)
        }),
        { numRuns: 200 },
      )
    both(wrong, [true, false])
    both(unclear, [false, false])
    both(over, [false, true])
  })

  it('is told once, however often its figure goes to and fro around the first limit', () => {
    fc.assert(
      fc.property(wrong, fc.array(fc.oneof(wrong, unclear)), (first, others) => {
        expect(toldOf(name, [first, ...others])).toEqual(['began'])
      }),
    )
  })

  it('is over once, however often its figure goes to and fro around the second limit', () => {
    fc.assert(
      fc.property(wrong, over, fc.array(fc.oneof(over, unclear)), (first, end, others) => {
        expect(toldOf(name, [first, end, ...others])).toEqual(['began', 'over'])
      }),
    )
  })

  it('is told the same where some figures could not be had', () => {
    const known = fc.oneof(wrong, over, ...(between ? [between] : []))
    const some = fc.array(fc.record({ one: known, gap: fc.boolean() }))
    fc.assert(
      fc.property(some, (all) => {
        const withGaps = all.flatMap(({ one, gap }) => (gap ? [{}, one] : [one]))
        const without = all.map(({ one }) => one)
        expect(toldOf(name, withGaps)).toEqual(toldOf(name, without))
      }),
    )
  })
})
