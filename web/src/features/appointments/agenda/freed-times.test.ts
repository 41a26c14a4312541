import { describe, expect, it } from 'vitest'
import { freedTimesOf, givesUp } from './freed-times.ts'

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

describe('the times that visits give up', () => {
  it('are those ahead, the next ones first', () => {
    const given = [visit(3, '17T10:00'), visit(2, '16T10:00'), visit(1, '15T10:00')]
    expect(freedTimesOf(given, given, now)).toEqual([
      { doctorId: 4, start: given[1]?.start, end: given[1]?.end, beside: [] },
      { doctorId: 4, start: given[0]?.start, end: given[0]?.end, beside: [] },
    ])
  })

  it('are none where the visit was cancelled before, or nobody came', () => {
    const given = [visit(1, '16T10:00', { status: 'cancelled' }), visit(2, '16T11:00', { status: 'no_show' })]
    expect(freedTimesOf(given, given, now)).toEqual([])
  })

  it('are the six next of a long series', () => {
    const given = Array.from({ length: 10 }, (_, index) => visit(index + 1, `${16 + index}T10:00`))
    expect(freedTimesOf(given, given, now)).toHaveLength(6)
  })

  it('name who is seen at the same time', () => {
    const given = visit(1, '16T10:00')
    const beside = visit(2, '16T10:30')
    const events = [given, beside, visit(3, '16T10:45'), visit(4, '16T10:00', { doctorId: 5 })]
    expect(freedTimesOf([given], events, now)[0]?.beside).toEqual([2])
  })
})

describe('a visit', () => {
  const before = visit(1, '16T10:00')

  it('gives its time up when it is called off, or moved to another time or practitioner', () => {
    expect(givesUp(before, { ...before, status: 'cancelled' })).toBe(true)
    expect(givesUp(before, visit(1, '16T10:45'))).toBe(true)
    expect(givesUp(before, visit(1, '16T10:00', { doctorId: 5 }))).toBe(true)
  })

  it('keeps it while it stands in a part of it, and whatever else is changed', () => {
    expect(givesUp(before, visit(1, '16T10:30'))).toBe(false)
    expect(givesUp(before, { ...before, status: 'attended' })).toBe(false)
  })
})
