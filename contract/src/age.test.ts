import { describe, expect, test } from 'vitest'
import { ageInYears } from './age.ts'

describe('age', () => {
  test('is whole years', () => {
    expect(ageInYears('1985-11-20', '2026-11-19')).toBe(40)
    expect(ageInYears('1985-11-20', '2026-11-20')).toBe(41)
    expect(ageInYears('2026-11-20', '2026-11-20')).toBe(0)
  })

  test('of somebody born on 29 February grows on 1 March of common years', () => {
    expect(ageInYears('2000-02-29', '2026-02-28')).toBe(25)
    expect(ageInYears('2000-02-29', '2026-03-01')).toBe(26)
    expect(ageInYears('2000-02-29', '2028-02-29')).toBe(28)
  })

  test.each([null, undefined, '', 'unknown', '2027-01-01', '2026-11-21'])(
    'is unknown for the birth date %s',
    (birthDate) => {
      expect(ageInYears(birthDate, '2026-11-20')).toBeNull()
    },
  )
})
