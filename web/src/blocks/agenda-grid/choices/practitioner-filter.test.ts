import { describe, expect, it } from 'vitest'
import { matchingFullName, toggleShown } from './practitioner-filter.ts'

const practitioners = [
  { fullName: 'Óscar Lozano' },
  { fullName: 'Marta Iglesias' },
  { fullName: 'Andrés Cifuentes' },
]

describe('practitioner filter', () => {
  it('matches the full name without regard to case and accents', () => {
    expect(matchingFullName(practitioners, 'oscar lo')).toEqual([practitioners[0]])
    expect(matchingFullName(practitioners, 'ANDRES')).toEqual([practitioners[2]])
    expect(matchingFullName(practitioners, '')).toEqual(practitioners)
    expect(matchingFullName(practitioners, 'xyz')).toEqual([])
  })

  it('adds in the order of the list and never hides the last one', () => {
    expect(toggleShown([1, 2, 3], [3], 1)).toEqual([1, 3])
    expect(toggleShown([1, 2, 3], [1, 3], 1)).toEqual([3])
    expect(toggleShown([1, 2, 3], [3], 3)).toEqual([3])
  })
})
