import { expect, it } from 'vitest'
import { cheapHashing } from '../../../test/build-test-app.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { Passwords } from './passwords.ts'

/** The process that was to hash first ended over it, as one does that the system stops for its memory. */
const hashingThatFailsOnce = (): PasswordHashing => {
  let failed = false
  return {
    ...cheapHashing,
    hash: async (password) => {
      if (failed) return cheapHashing.hash(password)
      failed = true
      throw new Error('the process that hashes passwords ended')
    },
  }
}

it('a hash that failed once is made again: who has no account is told so, as before', async () => {
  const passwords = new Passwords(hashingThatFailsOnce())
  await expect(passwords.isRight(undefined, 'una clave')).rejects.toThrow('ended')
  expect(await passwords.isRight(undefined, 'una clave')).toBe(false)
})

it('a failure is told to whoever asked, and leaves no promise that nobody waits for', async () => {
  const passwords = new Passwords(hashingThatFailsOnce())
  const stored = await cheapHashing.hash('una clave')
  await expect(passwords.isRight(stored, 'una clave')).rejects.toThrow('ended')
  expect(await passwords.isRight(stored, 'una clave')).toBe(true)
})
