import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UnchainedRow } from '../../../platform/audit/audit.ts'
import { isMassReading } from './audit.mass-reading.rules.ts'
import { ReadingWatch } from './audit.mass-reading.watch.ts'

const rowOf = (userId: number, patientId: number): UnchainedRow => ({
  actor: { practiceId: 1, userId, sessionId: 1, requestId: 'test', ip: null },
  entry: { action: 'patient.file_opened', patientId },
})

describe('who is looked at', () => {
  it('is whoever opened 25 files since, whatever comes between and however it is put together', () => {
    const opening = fc.record({
      userId: fc.integer({ min: 1, max: 4 }),
      patientId: fc.integer({ min: 1, max: 80 }),
    })
    fc.assert(
      fc.property(fc.array(fc.array(opening, { maxLength: 30 }), { maxLength: 40 }), (batches) => {
        const watch = new ReadingWatch(0)
        const seen = new Map<number, Set<number>>()
        for (const batch of batches) {
          const expected = batch.flatMap(({ userId, patientId }) => {
            const files = (seen.get(userId) ?? new Set()).add(patientId)
            seen.set(userId, files.size < 25 ? files : new Set())
            return files.size < 25 ? [] : [userId]
          })
          const rows = batch.map(({ userId, patientId }) => rowOf(userId, patientId))
          expect(watch.note(1, rows)).toEqual(expected.map((userId) => ({ userId, inMs: 0 })))
        }
      }),
    )
  })

  it('waits for the next half minute after that, however fast they read, and nothing they read is left out', () => {
    const reading = fc.record({ after: fc.nat({ max: 9000 }), patientId: fc.integer({ min: 1, max: 400 }) })
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 400 }), (readings) => {
        let now = 0
        const watch = new ReadingWatch(30_000, () => now)
        const read: { at: number; patientId: number }[] = []
        const due: number[] = []
        for (const { after, patientId } of readings) {
          now += after
          read.push({ at: now, patientId })
          due.push(...watch.note(1, [rowOf(7, patientId)]).map(({ inMs }) => now + inMs))
        }
        const last = due.at(-1) ?? Number.NEGATIVE_INFINITY
        const unlooked = new Set(read.filter(({ at }) => at > last).map(({ patientId }) => patientId))
        expect(unlooked.size).toBeLessThan(25)
        expect(last).toBeLessThanOrEqual(now + 45_000)
        // One that waited is made a quarter of a minute late.
        const between = due.slice(1).map((at, index) => at - (due[index] ?? 0))
        expect(Math.min(...between)).toBeGreaterThanOrEqual(15_000)
      }),
    )
  })

  it('is at once whoever reads on after a look that was not queued', () => {
    const watch = new ReadingWatch(30_000, () => 0)
    const readMany = (from: number) => {
      const rows = Array.from({ length: 25 }, (_, index) => rowOf(7, from + index))
      return { rows, looks: watch.note(1, rows) }
    }
    expect(readMany(0).looks).toEqual([{ userId: 7, inMs: 0 }])
    const { rows, looks } = readMany(100)
    expect(looks).toEqual([{ userId: 7, inMs: 45_000 }])
    expect(readMany(200).looks).toEqual([])
    watch.lost(1, rows)
    expect(readMany(300).looks).toEqual([{ userId: 7, inMs: 0 }])
  })

  it('is nobody in another practice, nor who does something else there', () => {
    const watch = new ReadingWatch()
    for (let patientId = 1; patientId < 25; patientId += 1)
      expect(watch.note(1, [rowOf(7, patientId)])).toEqual([])
    expect(watch.note(2, [rowOf(7, 25)])).toEqual([])
    const { actor } = rowOf(7, 25)
    expect(watch.note(1, [{ actor, entry: { action: 'patient.update', patientId: 25 } }])).toEqual([])
    expect(watch.note(1, [{ actor, entry: { action: 'patient.search' } }])).toEqual([])
    expect(watch.note(1, [rowOf(7, 25)])).toEqual([{ userId: 7, inMs: 0 }])
  })
})

describe('more than care takes', () => {
  it('is one of its figures alone, and never less of everything', () => {
    const counts = fc.record({
      filesInHour: fc.nat({ max: 149 }),
      filesInDay: fc.nat({ max: 399 }),
      listed: fc.nat({ max: 999 }),
    })
    fc.assert(
      fc.property(counts, (usual) => {
        expect(isMassReading(usual)).toBe(false)
        expect(isMassReading({ ...usual, filesInHour: 150 })).toBe(true)
        expect(isMassReading({ ...usual, filesInDay: 400 })).toBe(true)
        expect(isMassReading({ ...usual, listed: 1000 })).toBe(true)
      }),
    )
  })
})
