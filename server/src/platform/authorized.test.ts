import { expect, it } from 'vitest'
import { updatePatientRow } from '../features/patients/patients.repository.ts'
import { authorized } from './authorized.ts'

/** Never run: what does not compile is the test. */
export const writesOfWhatNobodyChecked = (tx: Parameters<typeof updatePatientRow>[0]) => {
  // @ts-expect-error an id that nobody looked up
  void updatePatientRow(tx, 1, 7, { columns: {} })
  const read = { id: 7, version: 1, unlocked: true, profileImageKey: null, mailReminders: true }
  // @ts-expect-error a row that nobody decided about
  void updatePatientRow(tx, 1, { ...read, firstName: 'Mariana', lastName: 'Gómez' }, { columns: {} })
}

it('a row that was checked is the row it was', () => {
  const row = { id: 7 }
  expect(authorized(row)).toBe(row)
})
