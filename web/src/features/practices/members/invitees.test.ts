import { invitationsInput } from '@ulna/contract/practices/practices.members'
import { describe, expect, it } from 'vitest'
import {
  addressesIn,
  complaintsByPlace,
  inviteeOf,
  mostInvited,
  type Person,
  peopleIn,
  withPeople,
} from './invitees.ts'

const address = (email: string): Person => ({ kind: 'address', email })
const user: Person = {
  kind: 'user',
  user: { id: 7, username: 'andres', fullName: 'Andrés Cifuentes', role: null },
}

describe('addresses that were typed', () => {
  it('are told apart by spaces, commas, semicolons and lines, each once', () => {
    expect(addressesIn('Ana@Example.test, b@example.test;\nana@example.test')).toEqual([
      'ana@example.test',
      'b@example.test',
    ])
  })

  it.each(['', 'ana', 'ana@example', '@example.test', 'ana@example.test and b'])('%j is none', (text) => {
    expect(addressesIn(text)).toBeNull()
  })
})

describe('the people to invite', () => {
  it('may still stand in the field, complete', () => {
    expect(peopleIn('a@example.test b@example.test')).toEqual([
      address('a@example.test'),
      address('b@example.test'),
    ])
    expect(peopleIn('a@example.test ana')).toEqual([])
  })

  it('stand in the list once', () => {
    const people = withPeople([address('a@example.test'), user], [user, address('a@example.test')])
    expect(people).toHaveLength(2)
  })

  it('are no more than the server takes', () => {
    const many = Array.from({ length: 60 }, (_, index) => address(`a${index}@example.test`))
    expect(withPeople([], many)).toHaveLength(mostInvited)
  })

  it('are what the contract takes, with or without an account', () => {
    const terms = { role: 'assistant', clinical: false, language: 'it' } as const
    const users = [inviteeOf(user, terms), inviteeOf(address('a@example.test'), terms)]
    expect(invitationsInput.safeParse({ users }).success).toBe(true)
  })
})

describe('complaints of the server', () => {
  it('are found by the place of the person', () => {
    const error = { code: '0002', message: 'invalid_request', field: 'users.1.email' }
    expect(complaintsByPlace([error, { code: '0002', message: 'x' }])).toEqual(new Map([[1, error]]))
  })
})
