import { expect, test } from 'vitest'
import { typedFaultOf } from './typed-faults.ts'

const typed = (value: string, asked: Partial<Parameters<typeof typedFaultOf>[0]> = {}) =>
  typedFaultOf({
    value,
    required: false,
    minLength: -1,
    type: 'text',
    validity: { typeMismatch: false },
    ...asked,
  })

test('a field that has to be filled is missed, blanks alone too', () => {
  expect(typed('', { required: true })).toEqual({ key: 'field_required' })
  expect(typed('  ', { required: true })).toEqual({ key: 'field_required' })
  expect(typed('')).toBeUndefined()
})

test('a text is told how long it has to be, but for one that may be left out', () => {
  expect(typed('123', { minLength: 6 })).toEqual({ key: 'field_too_short', min: 6 })
  expect(typed('123456', { minLength: 6 })).toBeUndefined()
  expect(typed('', { minLength: 6 })).toBeUndefined()
})

test('an address is told from what is none', () => {
  const validity = { typeMismatch: true }
  expect(typed('laura', { type: 'email', validity })).toEqual({ key: 'field_email' })
  expect(typed('laura', { validity })).toBeUndefined()
})
