import { describe, expect, it } from 'vitest'
import { withField } from './matched-fields.ts'

describe('what the columns of a file are', () => {
  it('is each field of one column, the one that was chosen last', () => {
    expect(withField(['firstName', 'lastName', null], 2, 'firstName')).toEqual([
      null,
      'lastName',
      'firstName',
    ])
    expect(withField(['firstName', 'lastName'], 0, null)).toEqual([null, 'lastName'])
  })

  it('is address and notes of several', () => {
    expect(withField(['address', null], 1, 'address')).toEqual(['address', 'address'])
  })
})
