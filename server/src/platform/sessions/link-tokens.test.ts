import { randomBytes } from 'node:crypto'
import { linkToken } from '@ulna/contract/http/link-token'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLinkTokens, type LinkPurpose } from './link-tokens.ts'

const key = randomBytes(32)
const tokens = createLinkTokens(key)
const purposes: readonly LinkPurpose[] = [
  'reset_password',
  'activate',
  'confirm_mail',
  'invitation',
  'reminders',
]

describe('G4 the secret of a link', () => {
  it('is read for what it was signed for, and fits the contract', () => {
    for (const purpose of purposes) {
      for (const ids of [[1], [17, 4], [1, 2, 3], [9_007_199_254_740_991, 1]]) {
        const token = tokens.sign(purpose, ids)
        expect(tokens.read(purpose, token)).toEqual(ids)
        expect(z.safeParse(linkToken, token).success).toBe(true)
      }
    }
  })

  it('carries a digest of 256 bits', () => {
    const digest = tokens.sign('activate', [1]).split('.').at(-1) ?? ''
    expect(Buffer.from(digest, 'base64url')).toHaveLength(32)
  })

  it('is worth nothing for another purpose', () => {
    for (const signed of purposes) {
      const token = tokens.sign(signed, [17])
      for (const asked of purposes) expect(tokens.read(asked, token)).toEqual(signed === asked ? [17] : null)
    }
  })

  it('is worth nothing with another key, other ids or another order of them', () => {
    const foreign = createLinkTokens(randomBytes(32)).sign('invitation', [3, 5])
    const digest = tokens.sign('invitation', [3, 5]).split('.').at(-1)
    for (const token of [
      foreign,
      `3.6.${digest}`,
      `5.3.${digest}`,
      `35.${digest}`,
      `3.5.1.${digest}`,
      `3.${digest}`,
    ]) {
      expect(tokens.read('invitation', token), token).toBeNull()
    }
  })

  it('is worth nothing with any character changed, left out or put in', () => {
    const token = tokens.sign('reset_password', [17])
    for (let at = 0; at < token.length; at += 1) {
      const [before, here, after] = [token.slice(0, at), token.charAt(at), token.slice(at + 1)]
      for (const other of ['A', 'B', '0', '1', '.', '-', '_', '=', ' ', '\n', '%41']) {
        if (other !== here) expect(tokens.read('reset_password', before + other + after)).toBeNull()
        const longer = before + other + here + after
        if (longer !== token) expect(tokens.read('reset_password', longer), longer).toBeNull()
      }
      expect(tokens.read('reset_password', before + after)).toBeNull()
    }
  })

  it('has one spelling: padding, the other alphabet of base64, spare bits and capitals do not count', () => {
    const ids = Array.from({ length: 64 }, (_, index) => index + 1)
    for (const one of ids) {
      const token = tokens.sign('activate', [one])
      const [content = '', digest = ''] = token.split('.')
      const bytes = Buffer.from(digest, 'base64url')
      const spareBits = digest.slice(0, -1) + String.fromCharCode(digest.charCodeAt(digest.length - 1) + 1)
      for (const other of [
        bytes.toString('base64'),
        `${digest}=`,
        `${digest}==`,
        bytes.toString('hex'),
        spareBits,
      ]) {
        if (other !== digest) expect(tokens.read('activate', `${content}.${other}`), other).toBeNull()
      }
    }
  })

  it('is worth nothing truncated', () => {
    const token = tokens.sign('activate', [17])
    for (let end = 0; end < token.length; end += 1)
      expect(tokens.read('activate', token.slice(0, end))).toBeNull()
  })

  it('takes no other digits and no other spelling of a number', () => {
    const digest = tokens.sign('activate', [17]).split('.').at(-1)
    const contents = [
      '１７',
      '١٧',
      '१७',
      '017',
      '+17',
      '17.0',
      '1e1',
      '0x11',
      ' 17',
      '17 ',
      '-17',
      '',
      '.',
      '17.',
      '.17',
    ]
    for (const content of contents)
      expect(tokens.read('activate', `${content}.${digest}`), content).toBeNull()
    const tooLong = '1'.repeat(17)
    const signed = createLinkTokens(key).sign('activate', [BigInt(tooLong) as unknown as number])
    expect(tokens.read('activate', signed)).toBeNull()
  })

  it('refuses what is no token at all', () => {
    for (const text of ['', '.', '..', '17', 'null', '{}', '\0', '17.\0', `${'1.'.repeat(5000)}x`]) {
      expect(tokens.read('activate', text)).toBeNull()
    }
  })
})
