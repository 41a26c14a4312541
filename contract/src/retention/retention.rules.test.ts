import { expect, it } from 'vitest'
import { retentionRules, termOf } from './retention.rules.ts'

it('sets the terms of the laws it names, counted from what they count from', () => {
  const terms = Object.fromEntries(retentionRules.map((rule) => [rule, termOf({ rule, years: 7 })]))
  expect(terms).toEqual({
    never: null,
    spain: { years: 5, from: 'discharge' },
    catalonia: { years: 15, from: 'discharge' },
    colombia: { years: 15, from: 'last_attention' },
    own: { years: 7, from: 'discharge' },
  })
})

it('is none where the own years are not said, and at once where they are none', () => {
  expect(termOf({ rule: 'own', years: null })).toBe(null)
  expect(termOf({ rule: 'own', years: 0 })).toEqual({ years: 0, from: 'discharge' })
})
