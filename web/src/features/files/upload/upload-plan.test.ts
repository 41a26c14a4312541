import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missingParts, partsOf, percentOf, receivedBytes, retryDelay, uploadToResume } from './upload-plan.ts'

const parted = fc.record({
  size: fc.integer({ min: 1, max: 900 }),
  partSize: fc.integer({ min: 25, max: 1000 }),
})

describe('the parts of a file', () => {
  it('cover every byte once, in order, and only the last may be smaller', () => {
    fc.assert(
      fc.property(parted, (file) => {
        const parts = partsOf(file)
        expect(parts[0]?.from).toBe(0)
        expect(parts.at(-1)?.to).toBe(file.size)
        for (const [index, { part, from, to }] of parts.entries()) {
          expect(part).toBe(index + 1)
          expect(from).toBe(index === 0 ? 0 : parts[index - 1]?.to)
          expect(to - from).toBeLessThanOrEqual(file.partSize)
          if (index < parts.length - 1) expect(to - from).toBe(file.partSize)
        }
      }),
    )
  })

  it('are either missing or have arrived, whatever order they came in', () => {
    fc.assert(
      fc.property(parted, fc.array(fc.integer({ min: 1, max: 30 })), (file, received) => {
        const missing = missingParts({ ...file, received })
        const bytes = missing.reduce((sum, { from, to }) => sum + to - from, 0)
        expect(bytes + receivedBytes({ ...file, received })).toBe(file.size)
        expect(missing.some(({ part }) => received.includes(part))).toBe(false)
      }),
    )
  })
})

it('says a hundred percent only when nothing is missing', () => {
  expect(percentOf(999, 1000)).toBe(99)
  expect(percentOf(1000, 1000)).toBe(100)
  expect(percentOf(0, 1000)).toBe(0)
})

it('waits longer after every failure, and never longer than half a minute', () => {
  expect([1, 2, 3, 6, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000])
})

describe('an upload that stopped', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  const upload = { fileName: 'rodilla.jpg', size: 900, expiresAt: '2026-11-23T09:00:00Z' }

  it('goes on with the file of the same name and size', () => {
    expect(uploadToResume({ name: 'rodilla.jpg', size: 900 }, [upload], now)).toBe(upload)
  })

  it('does not go on with another file, nor after it ended', () => {
    expect(uploadToResume({ name: 'rodilla.jpg', size: 901 }, [upload], now)).toBeUndefined()
    expect(uploadToResume({ name: 'codo.jpg', size: 900 }, [upload], now)).toBeUndefined()
    const later = new Date('2026-11-23T09:00:00Z')
    expect(uploadToResume({ name: 'rodilla.jpg', size: 900 }, [upload], later)).toBeUndefined()
  })
})
