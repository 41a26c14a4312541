import { passwordLength } from '@ulna/contract/accounts/accounts'
import { expect, it } from 'vitest'
import { isCommonPassword } from '../../features/accounts/recovery/common-passwords.ts'
import { staff } from './staff.ts'

it('gives everybody a password that registration would accept', () => {
  for (const { password } of staff) {
    expect(password.length).toBeGreaterThanOrEqual(passwordLength.least)
    expect(isCommonPassword(password)).toBe(false)
  }
})

it('has an owner, two more practitioners and an assistant who is not clinical', () => {
  expect(staff.map(({ role, clinical }) => [role, clinical])).toEqual([
    ['owner', true],
    ['practitioner', true],
    ['practitioner', true],
    ['assistant', false],
  ])
})
