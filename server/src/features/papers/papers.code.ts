import { randomInt } from 'node:crypto'

/** Crockford's base 32: no letter that is taken for another one, and none that makes words. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secretLength = 12

const numberAs = (value: number): string => {
  const digit = signs.charAt(value % 32)
  return value < 32 ? digit : numberAs(Math.floor(value / 32)) + digit
}

const readNumber = (text: string): number =>
  [...text].reduce((sum, sign) => sum * 32 + signs.indexOf(sign), 0)

/** Sixty bits that nobody can guess. */
export const newSecret = (): string =>
  Array.from({ length: secretLength }, () => signs.charAt(randomInt(32))).join('')

/** The number of a paper: its practice first, because row-level security shows no paper before that is known. */
export const codeOf = (practiceId: number, secret: string): string => `${numberAs(practiceId)}${secret}`

export interface PaperCode {
  readonly practiceId: number
  readonly secret: string
}

/** Reads the number of a paper; undefined for what no paper of ours can be called. */
export const readCode = (code: string): PaperCode | undefined => {
  const practiceId = readNumber(code.slice(0, -secretLength))
  if (!Number.isSafeInteger(practiceId) || practiceId < 1) return undefined
  return { practiceId, secret: code.slice(-secretLength) }
}
