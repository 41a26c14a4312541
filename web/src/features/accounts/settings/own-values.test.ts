import type { User } from '@ulna/contract/accounts/accounts'
import type { Practitioner } from '@ulna/contract/practices/practices'
import { describe, expect, it } from 'vitest'
import { changedKeys } from '../../../api/forms/server-form-values.ts'
import {
  changeOfProfile,
  tidyAccount,
  tidyProfile,
  valuesOfPractitioner,
  valuesOfUser,
} from './own-values.ts'

const user: User = {
  id: 1,
  uid: 'u',
  version: 4,
  username: 'laura',
  email: 'laura@example.test',
  language: 'es',
  timeFormat: 'HH:mm',
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: null,
}

const practitioner: Practitioner = {
  id: 2,
  ownerId: 1,
  practiceId: 3,
  firstName: 'Laura',
  lastName: 'Restrepo',
  fullName: 'Laura Restrepo',
  licenceNumber: null,
  color: 1,
  bookable: true,
  version: 7,
  birthDate: null,
  socialId: null,
  phone: '601 555',
  mobile: null,
  email: null,
  address: null,
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: null,
}

describe('what changes about the account', () => {
  it('is nothing when the same is typed in other letters', () => {
    const typed = tidyAccount({ username: ' Laura ', email: 'LAURA@example.test' })
    expect(changedKeys(typed, valuesOfUser(user))).toEqual([])
  })

  it('is only what differs', () => {
    const typed = tidyAccount({ username: 'laura', email: 'l.restrepo@example.test' })
    expect(changedKeys(typed, valuesOfUser(user))).toEqual(['email'])
  })
})

describe('what changes about the profile', () => {
  const start = valuesOfPractitioner(practitioner)
  const changeOf = (typed: Partial<typeof start>) => {
    const values = tidyProfile({ ...start, ...typed })
    return changeOfProfile(values, changedKeys(values, start))
  }

  it('is nothing when empty fields stay empty', () => {
    expect(changeOf({ socialId: ' ', address: '' })).toEqual({})
  })

  it('is what differs; what was emptied is cleared', () => {
    expect(changeOf({ licenceNumber: ' 28/1234 ' })).toEqual({ licenceNumber: '28/1234' })
    expect(changeOf({ color: 3, phone: ' ', bookable: false, birthDate: '1988-03-05' })).toEqual({
      color: 3,
      phone: null,
      bookable: false,
      birthDate: '1988-03-05',
    })
  })

  it('keeps a name that was emptied: the server says that there must be one', () => {
    expect(changeOf({ firstName: ' ' })).toEqual({ firstName: '' })
  })
})
