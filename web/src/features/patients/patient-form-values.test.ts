import type { Patient } from '@ulna/contract/patients/patients'
import { describe, expect, test } from 'vitest'
import { keepMine, seeTheirs } from '../../api/forms/server-form-values.ts'
import {
  changeOfValues,
  emptyPatient,
  formFieldOf,
  inputOfValues,
  startOf,
  typedPatient,
} from './patient-form-values.ts'

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

describe('mails about appointments', () => {
  test('are in the language of the practice and wanted, unless something else is said', () => {
    const said = { ...mariana, language: 'it' as const, mailReminders: false }
    expect(inputOfValues(said, true)).toMatchObject({ language: 'it', mailReminders: false })
    expect(changeOfValues(mariana, said)).toEqual({ language: null, mailReminders: true })
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

describe('where a colleague saved something meanwhile', () => {
  const stored = { ...startOf(undefined), fileId: '7', mobile: '600 100 200', phone: '', version: 3 }
  const opened = stored as unknown as Patient
  const theirs = { ...stored, phone: '91 555', mobile: '600 999 999', version: 4 } as unknown as Patient
  const mine = { ...startOf(opened), mobile: '611 222 333' }
  const state = { stored: opened, values: mine, theirs }

  test('keeping mine overwrites what both changed, and nothing that only they changed', () => {
    const kept = keepMine(state, startOf)
    expect(kept.values).toMatchObject({ mobile: '611 222 333', phone: '91 555' })
    expect(changeOfValues(kept.values, startOf(kept.stored))).toEqual({ mobile: '611 222 333' })
  })

  test('looking at theirs leaves nothing to be sent', () => {
    const taken = seeTheirs(state, startOf)
    expect(changeOfValues(taken.values, startOf(taken.stored))).toEqual({})
  })
})

describe('what was typed to find a patient who is not there yet', () => {
  test('is a first name and what comes after it', () => {
    expect(typedPatient(' Mariana ')).toEqual({ firstName: 'Mariana' })
    expect(typedPatient('Mariana  Gómez Lara')).toEqual({ firstName: 'Mariana', lastName: 'Gómez Lara' })
  })

  test('is an address or a number where it looks like one', () => {
    expect(typedPatient('mariana@example.co')).toEqual({ email: 'mariana@example.co' })
    expect(typedPatient('+34 600 100-200')).toEqual({ mobile: '+34 600 100-200' })
  })

  test('may be nothing', () => {
    expect(typedPatient('  ')).toEqual({})
  })
})

test('a server error finds its field', () => {
  expect(formFieldOf('email')).toBe('email')
  expect(formFieldOf('profileImg.data')).toBe('picture')
  expect(formFieldOf('reason')).toBeUndefined()
})
