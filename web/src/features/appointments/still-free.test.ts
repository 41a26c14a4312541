import { describe, expect, it } from 'vitest'
import { freedTimesOf } from './agenda/freed-times.ts'
import { stillFree } from './still-free.ts'

const now = Date.parse('2027-02-15T12:00:00.000Z')

const visit = (
  id: number,
  start: string,
  more: Partial<Parameters<typeof freedTimesOf>[0][number]> = {},
) => ({
  id,
  doctorId: 4,
  start: `2027-02-${start}:00.000Z`,
  end: new Date(Date.parse(`2027-02-${start}:00.000Z`) + 45 * 60_000).toISOString(),
  status: 'booked' as const,
  ...more,
})

describe('a freed time', () => {
  const given = visit(1, '16T10:00')
  const beside = visit(2, '16T10:30')
  const times = freedTimesOf([given], [given, beside], now)

  it('stays free while it is ahead and only those stand there who stood beside it', () => {
    const gone = visit(1, '16T10:00', { status: 'cancelled' })
    expect(stillFree(times, [gone, beside], now)).toEqual(times)
    expect(stillFree(times, [gone, beside], Date.parse(given.start))).toEqual([])
  })

  it('is free once its visit was moved away, and no longer when it comes back', () => {
    const moved = visit(1, '17T10:00')
    expect(stillFree(times, [moved, beside], now)).toEqual(times)
    expect(stillFree(times, [given, beside], now)).toEqual([])
  })

  it('is no longer free once the visit is back or somebody else got it', () => {
    expect(stillFree(times, [given, beside], now)).toEqual([])
    expect(stillFree(times, [beside, visit(9, '16T10:15')], now)).toEqual([])
  })
})
