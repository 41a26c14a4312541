import { expect, it } from 'vitest'
import { standbyWords } from './standby-words.ts'

it.each([
  ['standbyUnknown', null],
  ['standbyNone', { following: 0, synchronous: 0, behind: 0 }],
  ['standbyBehind', { following: 2, synchronous: 0, behind: 0 }],
  ['standbySynchronous', { following: 2, synchronous: 1, behind: 9 }],
])('a standby that nothing waits for is never called safe: %s', (said, standbys) => {
  expect(standbyWords(standbys)).toBe(`facts.${said}`)
})
