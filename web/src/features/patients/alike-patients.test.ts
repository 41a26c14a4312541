import type { PatientRow } from '@ulna/contract/patients/patients'
import { describe, expect, test } from 'vitest'
import { alikeOf, isAlike, textsToSeek } from './alike-patients.ts'

const nobody = { firstName: '', lastName: '', email: '' }
const row = { id: 3, firstName: 'María José', lastName: 'Peña Gil', email: 'mj@example.test' } as PatientRow

describe('what is looked for while somebody new is typed', () => {
  test('is nothing before both names or a whole address are there', () => {
    expect(textsToSeek(nobody)).toEqual([])
    expect(textsToSeek({ ...nobody, firstName: 'Ana', email: 'ana@' })).toEqual([])
  })

  test('is the name and the address', () => {
    expect(textsToSeek({ firstName: ' Ana ', lastName: 'Gil', email: 'ana@example.test ' })).toEqual([
      'Ana Gil',
      'ana@example.test',
    ])
  })
})

describe('somebody may be the same person', () => {
  test('with the same name whatever its accents and case, or with one name less', () => {
    expect(isAlike(row, { ...nobody, firstName: 'MARIA', lastName: 'pena' })).toBe(true)
    expect(isAlike(row, { ...nobody, firstName: 'María José', lastName: 'Peña Gil' })).toBe(true)
  })

  test('with the same address under another name', () => {
    expect(isAlike(row, { firstName: 'Pepa', lastName: 'Ruiz', email: 'MJ@example.test' })).toBe(true)
  })

  test('not when only part of a word is alike, or a name differs', () => {
    expect(isAlike(row, { ...nobody, firstName: 'Mar', lastName: 'Gil' })).toBe(false)
    expect(isAlike(row, { ...nobody, firstName: 'María', lastName: 'Ruiz' })).toBe(false)
    expect(isAlike({ ...row, email: null }, { ...nobody, firstName: 'María' })).toBe(false)
  })

  test('and is named once, found by name and by address', () => {
    const person = { firstName: 'María', lastName: 'Gil', email: 'mj@example.test' }
    expect(alikeOf([row, row, { ...row, id: 4, firstName: 'Ana', email: null }], person)).toEqual([row])
  })
})
