import type { User } from '@ulna/contract/accounts'
import type { Doctor } from '@ulna/contract/practices'
import { describe, expect, it } from 'vitest'
import { changeOfDoctor, changeOfUser, type ProfileValues } from './own-change.ts'

const user: User = {
  id: 1,
  uid: 'u',
  version: 4,
  username: 'laura',
  email: 'laura@example.test',
  language: 'es',
  timeFormat: 'HH:mm',
}

const doctor: Doctor = {
  id: 2,
  ownerId: 1,
  practiceId: 3,
  firstName: 'Laura',
  lastName: 'Restrepo',
  fullName: 'Laura Restrepo',
  color: 1,
  bookable: true,
  version: 7,
  birthDate: null,
  socialId: null,
  phone: '601 555',
  mobile: null,
  email: null,
  address: null,
}

const typed: ProfileValues = {
  firstName: 'Laura',
  lastName: 'Restrepo',
  color: 1,
  bookable: true,
  birthDate: null,
  socialId: '',
  phone: '601 555',
  mobile: '',
  email: '',
  address: '',
}

describe('what changes about the account', () => {
  it('is nothing when the same is typed in other letters', () => {
    expect(changeOfUser({ username: ' Laura ', email: 'LAURA@example.test' }, user)).toBeNull()
  })

  it('is only what differs, with the version it was read with', () => {
    expect(changeOfUser({ username: 'laura', email: 'l.restrepo@example.test' }, user)).toEqual({
      user: { email: 'l.restrepo@example.test', version: 4 },
    })
  })
})

describe('what changes about the profile', () => {
  it('is nothing when empty fields stay empty', () => {
    expect(changeOfDoctor(typed, doctor)).toBeNull()
  })

  it('is what differs; what was emptied is cleared', () => {
    expect(changeOfDoctor({ ...typed, color: 3, phone: ' ', bookable: false }, doctor)).toEqual({
      doctor: { color: 3, phone: null, bookable: false, version: 7 },
    })
  })
})
