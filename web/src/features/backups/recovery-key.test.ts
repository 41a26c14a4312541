import { describe, expect, it } from 'vitest'
import { isEndOf, linesOf, makeRecoveryKey } from './recovery-key.ts'

describe('a recovery key', () => {
  it('is one of age, and its lines are all of it', async () => {
    const { identity, recipient } = await makeRecoveryKey()
    expect(identity).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/)
    expect(recipient).toMatch(/^age1[0-9a-z]{58}$/)
    expect(linesOf(identity).join('')).toBe(identity)
  })

  it('is taken for kept once its end was typed from paper, in whatever groups', () => {
    const identity = 'AGE-SECRET-KEY-1QQQQWXYZ2345ABCD'
    for (const typed of ['2345ABCD', '2345 abcd', ' 2345-abcd ', 'WXYZ 2345 ABCD', identity])
      expect(isEndOf(identity, typed), typed).toBe(true)
    for (const typed of ['', 'ABCD', '345ABCD', '2345ABCE', 'QQQQWXYZ'])
      expect(isEndOf(identity, typed)).toBe(false)
  })
})
