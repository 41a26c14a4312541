import { timingSafeEqual } from 'node:crypto'
import { hmacSha256, type KeyRing } from '../tokens.ts'

export type LinkPurpose =
  | 'reset_password'
  | 'activate'
  | 'confirm_mail'
  | 'invitation'
  | 'reminders'
  | 'file'
  | 'practice_export'
  | 'entries'
  | 'copy'
  | 'copy_file'
  | 'hand_over'

/**
 * Secrets of links in mails and to files: the ids of a row and a keyed digest of 256 bits over them. Nothing of it is stored, so who
 * reads the database cannot follow anybody's link; whether a link still counts, its row says.
 */
export interface LinkTokens {
  sign(purpose: LinkPurpose, ids: readonly number[]): string
  /** The ids of a token of ours for this purpose; null for anything else. */
  read(purpose: LinkPurpose, token: string): readonly number[] | null
}

const digest = (key: Buffer, purpose: LinkPurpose, ids: string): Buffer =>
  hmacSha256(key).update(`${purpose}:${ids}`).digest()

const isSame = (expected: Buffer, given: string): boolean => {
  const bytes = Buffer.from(given, 'base64url')
  // Decoding is lenient; a token has one spelling.
  return (
    bytes.toString('base64url') === given &&
    bytes.length === expected.length &&
    timingSafeEqual(bytes, expected)
  )
}

export const createLinkTokens = (...keys: KeyRing): LinkTokens => ({
  sign: (purpose, ids) => {
    const content = ids.join('.')
    return `${content}.${digest(keys[0], purpose, content).toString('base64url')}`
  },
  read: (purpose, token) => {
    const end = token.lastIndexOf('.')
    const content = token.slice(0, end)
    if (end < 1 || !/^\d{1,16}(\.\d{1,16})*$/.test(content)) return null
    const isOurs = keys.some((key) => isSame(digest(key, purpose, content), token.slice(end + 1)))
    return isOurs ? content.split('.').map(Number) : null
  },
})
