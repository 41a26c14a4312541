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
        const watch = new ReadingWatch()
        const seen = new Map<number, Set<number>>()
        for (const batch of batches) {
          const expected = batch.flatMap(({ userId, patientId }) => {
            const files = (seen.get(userId) ?? new Set()).add(patientId)
            seen.set(userId, files.size < 25 ? files : new Set())
            return files.size < 25 ? [] : [userId]
          })
          const rows = batch.map(({ userId, patientId }) => rowOf(userId, patientId))
          expect(watch.note(1, rows)).toEqual([...new Set(expected)])
        }
      }),
    )
  })

  it('is nobody in another practice, nor who does something else there', () => {
    const watch = new ReadingWatch()
    for (let patientId = 1; patientId < 25; patientId += 1)
      expect(watch.note(1, [rowOf(7, patientId)])).toEqual([])
    expect(watch.note(2, [rowOf(7, 25)])).toEqual([])
    const { actor } = rowOf(7, 25)
    expect(watch.note(1, [{ actor, entry: { action: 'patient.update', patientId: 25 } }])).toEqual([])
    expect(watch.note(1, [{ actor, entry: { action: 'patient.search' } }])).toEqual([])
    expect(watch.note(1, [rowOf(7, 25)])).toEqual([7])
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
