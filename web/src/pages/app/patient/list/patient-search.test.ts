import { expect, test } from 'vitest'
import { readPatientSearch } from './patient-search.ts'

test('an address says what to write and of which diagnosis', () => {
  expect(readPatientSearch({ write: 'followup', case: 12 })).toEqual({ write: 'followup', case: 12 })
  expect(readPatientSearch({ record: '34' })).toEqual({ record: 34 })
  expect(readPatientSearch({ measures: true, case: 3 })).toEqual({ measures: true, case: 3 })
  expect(readPatientSearch({ measures: 'true' })).toEqual({ measures: true })
  expect(readPatientSearch({ plan: 'true', case: 3 })).toEqual({ plan: true, case: 3 })
  expect(readPatientSearch({ consents: 'true', measures: 'no' })).toEqual({ consents: true })
  expect(readPatientSearch({ sell: 'true', attendance: 'true' })).toEqual({ sell: true, attendance: true })
})

test('an address names the class of a module by its id, and the built-in ones by their words', () => {
  expect(readPatientSearch({ write: 'goniometry_knee' })).toEqual({ write: 'goniometry_knee' })
  expect(readPatientSearch({ write: 'followup_default', case: 12 })).toEqual({ write: 'followup', case: 12 })
  expect(readPatientSearch({ write: 'med_hist_default' })).toEqual({ write: 'history' })
})

test('what is unknown or no id is left out', () => {
  expect(readPatientSearch({ write: 'A poem!', case: 'x', record: -1, edit: 1.5, other: 1 })).toEqual({})
})
