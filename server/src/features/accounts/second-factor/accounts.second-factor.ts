import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { overspent, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { seal, unseal } from '../../../platform/sealed-box.ts'
import { hmacSha256 } from '../../../platform/tokens.ts'
import type { AccountKeys } from '../accounts.dependencies.ts'
import { lockAuthenticator, useRecoveryCode, useStep } from './accounts.second-factor.repository.ts'

/** RFC 6238 as every authenticator app knows it. One step before and one after are taken too: clocks differ. */
const totpShape = { issuer: 'Ulna', algorithm: 'SHA1', digits: 6, period: 30 } as const
const clockDrift = 1

/** Crockford's base 32: no letter looks like a digit or another letter. Ten of them are 50 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10

/** A code that somebody gave, after it was counted as a try. */
export class CountedCode {
  readonly text: string
  private readonly rateLimits: RateLimits
  private readonly userId: number

  private constructor(text: string, rateLimits: RateLimits, userId: number) {
    this.text = text
    this.rateLimits = rateLimits
    this.userId = userId
  }

  /** Outside of transactions: a try counts even when everything else is undone. Refuses with rate_limited. */
  static async count(rateLimits: RateLimits, userId: number, text: string): Promise<CountedCode> {
    const refusal = await rateLimits.spend(['codes', `user ${userId}`])
    if (refusal) throw overspent(refusal)
    return new CountedCode(text, rateLimits, userId)
  }

  /** The code was right, or nobody looked at it. */
  giveBack(): Promise<void> {
    return this.rateLimits.giveBack(['codes', `user ${this.userId}`])
  }
}

/** Runs `work` with a code that was counted; the try is given back unless the code turns out wrong. */
export const withCountedCode = async <T>(
  rateLimits: RateLimits,
  userId: number,
  text: string | undefined,
  work: (code: CountedCode | undefined) => Promise<T>,
): Promise<T> => {
  if (text === undefined) return work(undefined)
  const code = await CountedCode.count(rateLimits, userId, text)
  try {
    const result = await work(code)
    await code.giveBack()
    return result
  } catch (error) {
    if (!(error instanceof AppError && error.key === 'invalid_code')) await code.giveBack()
    throw error
  }
}

/** What an authenticator's secret belongs to, as it rests encrypted. */
export const contextOf = (userId: number): string => `authenticator of user ${userId}`

export interface NewSecret {
  readonly sealed: Buffer
  /** Secret as it is typed into the app: base 32. */
  readonly secret: string
  /** Secret as the app scans it: otpauth://… */
  readonly uri: string
}

export const newTotpSecret = (keys: AccountKeys, userId: number, label: string): NewSecret => {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ ...totpShape, label, secret })
  return {
    sealed: seal(keys.totpSecrets, secret.base32, contextOf(userId)),
    secret: secret.base32,
    uri: totp.toString(),
  }
}

/** The time step a code of the app stands for; null when it is wrong. */
const stepOf = (secret: string, code: string): number | null => {
  const totp = new TOTP({ ...totpShape, secret: Secret.fromBase32(secret) })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: clockDrift })
  return delta === null ? null : Math.floor(timestamp / 1000 / totpShape.period) + delta
}

/** Spaces, hyphens, case and look-alikes do not count. */
const plainCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')

const plainRecoveryCode = (text: string): string =>
  plainCode(text).replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const recoveryDigest = (key: Buffer, userId: number, code: string): Buffer =>
  hmacSha256(key)
    .update(`${userId} ${plainRecoveryCode(code)}`)
    .digest()

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Takes a code of the app, each once; true when it was right. The account is locked. */
export const takeAppCode = async (
  tx: Tx,
  keys: AccountKeys,
  userId: number,
  code: CountedCode,
): Promise<boolean> => {
  const plain = plainCode(code.text)
  const { secret } = await lockAuthenticator(tx, userId)
  if (!secret || !isAppCode(plain)) return false
  const step = stepOf(unseal(keys.totpSecrets, secret, contextOf(userId)), plain)
  return step !== null && useStep(tx, userId, step)
}

/**
 * Takes a code of the app or a recovery code of an account that has a second factor. Refuses with
 * second_factor_required when none was given, and with invalid_code.
 */
export const requireCode = async (
  tx: Tx,
  keys: AccountKeys,
  userId: number,
  code: CountedCode | undefined,
): Promise<void> => {
  if (!code) throw new AppError('second_factor_required')
  const right = isAppCode(plainCode(code.text))
    ? await takeAppCode(tx, keys, userId, code)
    : await useRecoveryCode(
        tx,
        userId,
        keys.recoveryCodes.map((key) => recoveryDigest(key, userId, code.text)),
      )
  if (!right) throw new AppError('invalid_code')
}

const newRecoveryCode = (): string => {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** New recovery codes with what is stored of them. */
export const newRecoveryCodes = (
  keys: AccountKeys,
  userId: number,
  count: number,
): { readonly codes: string[]; readonly hashes: Buffer[] } => {
  const codes = Array.from({ length: count }, newRecoveryCode)
  return { codes, hashes: codes.map((code) => recoveryDigest(keys.recoveryCodes[0], userId, code)) }
}
