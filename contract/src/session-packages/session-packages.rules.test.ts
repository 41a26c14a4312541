import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { digitsOf, isCurrency, minorUnits } from './session-packages.currency.ts'
import {
  balanceTone,
  countedAfter,
  coverOf,
  type Dated,
  movementOf,
  packageCan,
  packageStatus,
  permissionToCount,
  sessionsLeft,
  useOfVisit,
} from './session-packages.rules.ts'
import { type UseState, useStates } from './session-packages.states.ts'

const ten: Dated = {
  numSessions: 10,
  usedSessions: 3,
  reservedSessions: 0,
  expiresOn: null,
  isCancelled: false,
}

describe('the status', () => {
  test.each<[string, Partial<Dated>, string]>([
    ['with sessions left', {}, 'active'],
    ['when all are reserved but none is used', { usedSessions: 0, reservedSessions: 10 }, 'active'],
    ['when all are used', { usedSessions: 10 }, 'completed'],
    ['when it was bought without sessions', { numSessions: 0, usedSessions: 0 }, 'active'],
    ['on its last day', { expiresOn: '2026-11-20' }, 'active'],
    ['the day after', { expiresOn: '2026-11-19' }, 'expired'],
    ['when all were used before its last day', { usedSessions: 10, expiresOn: '2026-11-19' }, 'completed'],
    ['when it was cancelled, whatever else', { usedSessions: 10, isCancelled: true }, 'cancelled'],
  ])('%s', (_, given, status) => {
    expect(packageStatus({ ...ten, ...given }, '2026-11-20')).toBe(status)
  })
})

test.each([
  ['booked', 'reserved', 'reserved'],
  ['arrived', 'reserved', 'reserved'],
  ['attended', 'used', 'used'],
  ['no_show', 'used', 'used'],
  ['cancelled', 'returned', 'returned'],
  ['cancelled_late', 'used', 'returned'],
  ['gone', 'returned', 'returned'],
] as const)('a visit that is %s: %s where late ones are kept, %s where not', (situation, kept, returned) => {
  expect(useOfVisit(situation, 'keep')).toBe(kept)
  expect(useOfVisit(situation, 'return')).toBe(returned)
})

describe('the ledger', () => {
  test.each<[UseState | null, UseState, string | null, number]>([
    [null, 'reserved', 'reserved', -1],
    [null, 'used', 'used', -1],
    [null, 'returned', null, 0],
    ['reserved', 'used', 'used', 0],
    ['reserved', 'returned', 'released', 1],
    ['used', 'returned', 'returned', 1],
    ['used', 'reserved', 'reserved', 0],
    ['returned', 'reserved', 'reserved', -1],
    ['returned', 'used', 'used', -1],
  ])('from %s to %s says %s', (from, to, kind, sessions) => {
    expect(movementOf(from, to)).toEqual(kind === null ? null : { kind, sessions })
  })

  it('tells exactly what the counters do, on whatever way a session takes', () => {
    const states = fc.array(fc.constantFrom(...useStates), { maxLength: 30 })
    fc.assert(
      fc.property(states, (way) => {
        let from: UseState | null = null
        let counted = { numSessions: 10, usedSessions: 4, reservedSessions: 2 }
        let told = 0
        for (const to of way) {
          counted = countedAfter(counted, from, to)
          told += movementOf(from, to)?.sessions ?? 0
          from = to
        }
        expect(sessionsLeft(counted)).toBe(4 + told)
      }),
    )
  })
})

describe('what may be done', () => {
  const may = (
    action: keyof typeof packageCan,
    status: 'active' | 'completed' | 'expired' | 'cancelled',
    role: 'practitioner' | 'assistant' | 'admin',
    left = 1,
  ) => packageCan[action]({ package: { status, left }, actor: { role, clinical: false } })

  test.each([
    ['use', 'active', 'practitioner', 1, 'allowed'],
    ['use', 'active', 'practitioner', 0, 'package_used_up'],
    ['use', 'completed', 'practitioner', 0, 'package_used_up'],
    ['use', 'expired', 'admin', 5, 'package_not_active'],
    ['use', 'cancelled', 'admin', 5, 'package_not_active'],
    ['edit', 'active', 'practitioner', 1, 'assistant_role_required'],
    ['edit', 'expired', 'assistant', 1, 'allowed'],
    ['edit', 'cancelled', 'assistant', 1, 'package_not_active'],
    ['resize', 'active', 'assistant', 1, 'admin_role_required'],
    ['resize', 'completed', 'admin', 0, 'allowed'],
    ['cancel', 'active', 'assistant', 1, 'admin_role_required'],
    ['cancel', 'cancelled', 'admin', 1, 'package_not_active'],
    ['reactivate', 'cancelled', 'admin', 1, 'allowed'],
    ['reactivate', 'active', 'admin', 1, 'invalid_request'],
  ] as const)('%s a package that is %s, as %s with %i left: %5$s', (action, status, role, left, decision) => {
    expect(may(action, status, role, left)).toBe(decision)
  })

  it('own records and visits are anybody’s to count, others’ an assistant’s', () => {
    expect(permissionToCount(3, 3)).toBe('countOwnSessions')
    expect(permissionToCount(3, 4)).toBe('countOthersSessions')
    expect(permissionToCount(3, null)).toBe('countOthersSessions')
  })
})

test.each([
  ['active', 5, 'plenty'],
  ['active', 1, 'ending'],
  ['active', 0, 'none'],
  ['completed', 0, 'none'],
  ['expired', 5, 'over'],
  ['cancelled', 0, 'over'],
] as const)('a package that is %s with %i left reads as %s', (status, left, tone) => {
  expect(balanceTone(status, left)).toBe(tone)
})

describe('prices', () => {
  it('are of a currency of ISO 4217, in its smallest coin', () => {
    expect(['EUR', 'COP', 'JPY', 'XXQ'].map(isCurrency)).toEqual([true, true, true, false])
    expect(['EUR', 'COP', 'JPY', 'KWD', 'CLF'].map(digitsOf)).toEqual([2, 2, 0, 3, 4])
    expect(minorUnits(49.95, 'EUR')).toBe(4995)
    expect(minorUnits(0.1 + 0.2, 'EUR')).toBe(30)
    expect(minorUnits(49.955, 'EUR')).toBeNull()
    expect(minorUnits(10.5, 'JPY')).toBeNull()
  })

  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 11 }), (minor) => {
        expect(minorUnits(minor / 100, 'EUR')).toBe(minor)
      }),
    )
  })
})

describe('what a package covers of a course', () => {
  const days = ['2027-05-03', '2027-05-05', '2027-05-07', '2027-05-10']
  const active = { status: 'active', left: 10, expiresOn: null } as const

  it('is the first dates, as many as it has sessions and until its last day, that day included', () => {
    expect(coverOf(active, days)).toEqual({ kept: 4, short: 0, late: 0 })
    expect(coverOf({ ...active, left: 3 }, days)).toEqual({ kept: 3, short: 1, late: 0 })
    expect(coverOf({ ...active, expiresOn: '2027-05-07' }, days)).toEqual({ kept: 3, short: 0, late: 1 })
    expect(coverOf({ ...active, left: 2, expiresOn: '2027-05-07' }, days)).toEqual({
      kept: 2,
      short: 1,
      late: 1,
    })
  })

  it('is nothing once it is over', () => {
    for (const status of ['expired', 'cancelled', 'completed'] as const)
      expect(coverOf({ ...active, status }, days)).toEqual({ kept: 0, short: 4, late: 0 })
  })
})
