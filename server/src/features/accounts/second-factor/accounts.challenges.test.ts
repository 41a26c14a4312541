import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChallengePurpose, challengeMinutes, isChallenge, newChallenge } from './accounts.challenges.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const key = randomBytes(32)
const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64url')
const newText = (purpose: ChallengePurpose): string =>
  Buffer.from(newChallenge(key, purpose)).toString('latin1')
const isGood = (text: string, purpose: ChallengePurpose = 'prove'): boolean =>
  isChallenge(key, purpose, encode(text))

it('a challenge is good for five minutes, and not a millisecond longer', () => {
  const text = newText('prove')
  expect(isGood(text)).toBe(true)
  vi.advanceTimersByTime(challengeMinutes * 60_000)
  expect(isGood(text)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isGood(text)).toBe(false)
})

it('a challenge is good for what it was made for, with the key it was made with', () => {
  const text = newText('make for 7')
  expect(isGood(text, 'make for 7')).toBe(true)
  expect(isGood(text, 'make for 8')).toBe(false)
  expect(isGood(text, 'prove')).toBe(false)
  expect(isChallenge(randomBytes(32), 'make for 7', encode(text))).toBe(false)
})

it('a challenge is good as it was made, and not with a later end, more behind it or less of it', () => {
  const [nonce = '', expiry = '', mac = ''] = newText('prove').split('.')
  expect(isGood(`${nonce}.${expiry}.${mac}`)).toBe(true)
  const others = [
    `${nonce}.${Number(expiry) + 60_000}.${mac}`,
    `${nonce}.${expiry}.${mac}.`,
    `${nonce}.${expiry}.${mac}.x`,
    `${nonce}.${expiry}.${'0'.repeat(mac.length)}`,
    `${nonce}.${expiry}.`,
    `${nonce}.${expiry}`,
    `${nonce}`,
    '',
  ]
  expect(others.filter((text) => isGood(text))).toEqual([])
})
