import { expect, test } from 'vitest'
import { readPatientSearch } from './patient-search.ts'

test('an address says what to write and of which diagnosis', () => {
  expect(readPatientSearch({ write: 'followup', case: 12 })).toEqual({ write: 'followup', case: 12 })
  expect(readPatientSearch({ record: '34' })).toEqual({ record: 34 })
})

test('what is unknown or no id is left out', () => {
  expect(readPatientSearch({ write: 'poem', case: 'x', record: -1, edit: 1.5, other: 1 })).toEqual({})
})
