import type { Appointment } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { decidedPart, movesDates, previewInputOf, removalScopes, scopesOf } from './series-wish.ts'

const third = { id: 30, parent: 10 } as Appointment
const first = { id: 10, parent: 10 } as Appointment
const every = { repeat: true, freq: 'week', interval: 1 } as const

describe('what is wanted of a series', () => {
  it('is asked for one, the following ones or all, the least first', () => {
    expect(scopesOf({ kind: 'change', appointment: third, change: { title: 'Control' } })).toEqual([
      'this',
      'following',
      'all',
    ])
    expect(removalScopes(third)).toEqual(['this', 'following', 'all'])
  })

  it('is all from the first on', () => {
    expect(scopesOf({ kind: 'change', appointment: first, change: { title: 'Control' } })).toEqual([
      'this',
      'all',
    ])
    expect(removalScopes(first)).toEqual(['this', 'all'])
  })

  it('does not change the rule of one date', () => {
    expect(scopesOf({ kind: 'change', appointment: third, change: { every } })).toEqual(['following', 'all'])
    expect(scopesOf({ kind: 'change', appointment: third, change: { every: null } })).toEqual(['following'])
    expect(scopesOf({ kind: 'begin', appointment: third, change: { every } })).toEqual(['all'])
  })

  it('is previewed with what differs and no more', () => {
    const change = { start: '2026-03-10T09:00:00.000Z', title: 'Control', version: 3 }
    expect(previewInputOf({ kind: 'change', appointment: third, change }, 'following')).toEqual({
      id: 30,
      scope: 'following',
      start: change.start,
    })
    const input = { doctorId: 1, start: change.start, end: change.start, every, note: 'x', until: null }
    expect(previewInputOf({ kind: 'book', input }, 'all')).toEqual({
      doctorId: 1,
      start: change.start,
      end: change.start,
      every,
      until: null,
    })
  })

  it('moves dates when time, practitioner or rule change', () => {
    expect(movesDates({ title: 'Control', version: 3 })).toBe(false)
    expect(movesDates({ doctorId: 2 })).toBe(true)
    expect(movesDates({ every: null })).toBe(true)
  })

  it('gives a reason only where something is booked beside another', () => {
    expect(decidedPart({ dates: [], reason: 'prisa' })).toEqual({})
    expect(decidedPart({ dates: [{ on: '2026-03-10', action: 'skip' }], reason: 'prisa' })).toEqual({
      dates: [{ on: '2026-03-10', action: 'skip' }],
    })
    expect(decidedPart({ dates: [{ on: '2026-03-10', action: 'keep' }], reason: ' en pareja ' })).toEqual({
      dates: [{ on: '2026-03-10', action: 'keep' }],
      overlapReason: 'en pareja',
    })
  })
})
