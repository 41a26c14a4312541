import type { Member } from '@ulna/contract/practices/practices.members'
import { describe, expect, it } from 'vitest'
import { isLastOwner, obstacleToManage, questionBefore } from './member-rules.ts'

const member = (given: Partial<Member>): Member => ({
  practiceRoleId: 1,
  version: 0,
  userId: 1,
  doctorId: 1,
  doctorVersion: 0,
  username: 'laura',
  email: 'laura@example.test',
  firstName: 'Laura',
  lastName: 'Restrepo',
  fullName: 'Laura Restrepo',
  color: 1,
  licenceNumber: null,
  role: 'owner',
  clinical: true,
  clinicalAsked: null,
  self: false,
  secondFactor: false,
  disabled: false,
  arrived: true,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...given,
})

describe('who may manage whom', () => {
  const admin = { role: 'admin', clinical: false } as const
  const owner = { role: 'owner', clinical: true } as const

  it('an admin: practitioners and assistants, as long as they stay below', () => {
    expect(obstacleToManage(admin, 'practitioner', 'assistant')).toBeNull()
    expect(obstacleToManage(admin, 'practitioner', 'admin')).toBe('owner_role_required')
    expect(obstacleToManage(admin, 'owner')).toBe('owner_role_required')
  })

  it('an owner: everybody', () => {
    expect(obstacleToManage(owner, 'owner', 'practitioner')).toBeNull()
  })

  it('nobody else', () => {
    expect(obstacleToManage({ role: 'assistant', clinical: true }, 'practitioner')).toBe(
      'admin_role_required',
    )
  })
})

describe('the last owner', () => {
  const one = member({ userId: 1 })

  it('is the only one who can sign in', () => {
    expect(isLastOwner(one, [one, member({ userId: 2, role: 'admin' })])).toBe(true)
    expect(isLastOwner(one, [one, member({ userId: 2, disabled: true })])).toBe(true)
    expect(isLastOwner(one, [one, member({ userId: 2 })])).toBe(false)
  })

  it('is an owner', () => {
    expect(isLastOwner(member({ role: 'admin' }), [])).toBe(false)
  })
})

describe('what is asked before a change', () => {
  it('making an owner, and taking rights away from oneself', () => {
    expect(questionBefore(member({ role: 'admin' }), { role: 'owner' })).toBe('makesOwner')
    expect(questionBefore(member({ self: true }), { role: 'admin' })).toBe('reducesSelf')
    expect(questionBefore(member({ self: true }), { clinical: false })).toBe('reducesSelf')
  })

  it('nothing else', () => {
    expect(questionBefore(member({}), { role: 'admin' })).toBeNull()
    expect(questionBefore(member({ self: true, clinical: false }), { clinical: true })).toBeNull()
    expect(questionBefore(member({ role: 'owner' }), { role: 'owner' })).toBeNull()
  })
})
