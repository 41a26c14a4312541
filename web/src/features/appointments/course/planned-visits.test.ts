import { expect, it } from 'vitest'
import { mayRepeat, plannedAlready } from './planned-visits.ts'

const at = (day: number): string => `2027-05-${String(day).padStart(2, '0')}T08:00:00.000Z`

it('tells visits of the case from those a package keeps and from the rest', () => {
  const planned = plannedAlready(
    [
      { caseId: 7, packageId: 3, visits: 4, next: at(9) },
      { caseId: 7, packageId: null, visits: 2, next: at(4) },
      { caseId: null, packageId: 3, visits: 1, next: at(6) },
      { caseId: 8, packageId: 3, visits: 5, next: at(2) },
      { caseId: null, packageId: null, visits: 1, next: at(1) },
    ],
    7,
  )
  expect(planned).toEqual({
    ofCase: { visits: 6, next: at(4) },
    ofPackage: { visits: 1, next: at(6) },
    others: { visits: 6, next: at(1) },
  })
  expect(mayRepeat(planned)).toBe(true)
})

it('asks nothing where the visits to come are of something else', () => {
  const planned = plannedAlready([{ caseId: 8, packageId: null, visits: 5, next: at(2) }], 7)
  expect(planned).toMatchObject({ ofCase: null, ofPackage: null })
  expect(mayRepeat(planned)).toBe(false)
  expect(mayRepeat(plannedAlready([], 7))).toBe(false)
})
