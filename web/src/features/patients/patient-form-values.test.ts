import { describe, expect, test } from 'vitest'
import { changeOfValues, emptyPatient, formFieldOf, inputOfValues } from './patient-form-values.ts'

const mariana = { ...emptyPatient, firstName: ' Mariana ', lastName: 'Gómez Lara', birthDate: '1985-03-05' }

describe('what is sent for a new patient', () => {
  test('has trimmed names and leaves out what is empty', () => {
    expect(inputOfValues(mariana, true)).toEqual({
      firstName: 'Mariana',
      lastName: 'Gómez Lara',
      birthDate: '1985-03-05',
    })
  })

  test('carries the picture only when one was chosen', () => {
    const picture = { data: 'data:image/png;base64,AA==', fileName: 'a.png', contentType: 'image/png' }
    expect(inputOfValues({ ...mariana, picture }, true)).toMatchObject({ profileImg: picture })
  })
})

describe('what is sent for a known patient', () => {
  test('is only what changed; an emptied field becomes null', () => {
    const stored = { ...mariana, phone: '601 555', email: 'm@example.co' }
    expect(changeOfValues({ ...stored, phone: '', email: ' m@example.co' }, stored)).toEqual({ phone: null })
  })

  test('is nothing when nothing changed', () => {
    expect(changeOfValues(mariana, mariana)).toEqual({})
  })
})

test('a server error finds its field', () => {
  expect(formFieldOf('email')).toBe('email')
  expect(formFieldOf('profileImg.data')).toBe('picture')
  expect(formFieldOf('reason')).toBeUndefined()
})
