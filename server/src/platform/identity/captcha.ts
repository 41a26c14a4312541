import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { Tx } from '../database/database.ts'
import { keyedDigest } from '../tokens.ts'

/** Leading zero bits a solution's hash must have: about 65,000 tries, a fraction of a second in a browser. */
export const captchaDifficulty = 16
const lifetimeMinutes = 10

export interface Captcha {
  readonly required: boolean
  /** A fresh challenge: `nonce.expiry.mac`. */
  challenge(): string
  /** Refuses with invalid_captcha what is no solution, or is too late, before any other work is done for it. */
  check(solution: string | undefined): void
  /** The same, and takes the solution: refuses what was used before, too. */
  redeem(tx: Tx, solution: string | undefined): Promise<void>
}

const zeroBits = (hash: Buffer): number => {
  const firstByte = hash.findIndex((byte) => byte !== 0)
  if (firstByte === -1) return hash.length * 8
  return firstByte * 8 + Math.clz32(hash[firstByte] ?? 0) - 24
}

const isAuthentic = (key: Buffer, content: string, mac: string): boolean => {
  const expected = Buffer.from(keyedDigest(key, content))
  const given = Buffer.from(mac)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const isSolved = (key: Buffer, solution: string): boolean => {
  const [nonce = '', expiry = '', mac = '', counter = '', ...rest] = solution.split('.')
  if (rest.length > 0 || !/^\d{1,15}$/.test(expiry) || !/^\d{1,15}$/.test(counter)) return false
  if (!isAuthentic(key, `${nonce}.${expiry}`, mac) || Number(expiry) < Date.now()) return false
  return zeroBits(createHash('sha256').update(solution).digest()) >= captchaDifficulty
}

// The challenge is what counts once: another counter for it would be the same solution again. Housekeeping removes what
// is over; doing so here would make forms that are sent at the same time wait for each other.
const noteUse = async (tx: Tx, solution: string): Promise<boolean> => {
  const challenge = solution.slice(0, solution.lastIndexOf('.'))
  const { rows } = await sql`
    insert into used_captchas (hash, expires_at)
    values (${createHash('sha256').update(challenge).digest()}, now() + make_interval(mins => ${lifetimeMinutes}))
    on conflict do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** Proof of work for public forms: costs a robot time and asks a person nothing. */
export const createCaptcha = (key: Buffer, required: boolean): Captcha => {
  const check = (solution = ''): void => {
    if (required && !isSolved(key, solution)) throw new AppError('invalid_captcha')
  }
  return {
    required,
    challenge: () => {
      const content = `${randomBytes(16).toString('base64url')}.${Date.now() + lifetimeMinutes * 60_000}`
      return `${content}.${keyedDigest(key, content)}`
    },
    check,
    redeem: async (tx, solution = '') => {
      check(solution)
      if (required && !(await noteUse(tx, solution))) throw new AppError('invalid_captcha')
    },
  }
}
