import type { Language } from '@ulna/contract/record-class/record-class'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { Captcha } from '../../platform/identity/captcha.ts'
import type { IdentityService } from '../../platform/identity/identity.ts'
import type { Passwords } from '../../platform/identity/passwords.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import { deriveKey, deriveKeys, type KeyRing, type Secrets } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'

export interface AccountKeys {
  /** Key of the challenges that passkeys answer. */
  readonly challenges: Buffer
  /** Secrets of authenticator apps rest encrypted with it. */
  readonly totpSecrets: Buffer
  /** Keys of the digests of recovery codes: nothing makes those anew but the codes themselves. */
  readonly recoveryCodes: KeyRing
  /** Keys of the digests of short codes: six digits under a hash alone are guessed by whoever has the database. */
  readonly shortCodes: KeyRing
}

export const accountKeys = (secrets: Secrets): AccountKeys => ({
  challenges: deriveKey(secrets[0], 'passkey challenges'),
  totpSecrets: deriveKey(secrets[0], 'authenticator secrets'),
  recoveryCodes: deriveKeys(secrets, 'recovery codes'),
  shortCodes: deriveKeys(secrets, 'short codes'),
})

/** What everything about accounts works with. */
export interface AccountDependencies {
  readonly db: Database
  readonly captcha: Captcha
  readonly links: LinkTokens
  readonly mailer: Mailer
  readonly passwords: Passwords
  readonly rateLimits: RateLimits
  readonly keys: AccountKeys
  /** Undefined: the hosted identity service is off. */
  readonly identity?: IdentityService | undefined
  /** Links in mails begin with it, whatever host a request names; its host is what passkeys belong to. */
  readonly appUrl: () => string
  /** Origins of pages that may use a passkey. */
  readonly origins: () => ReadonlySet<string>
  readonly defaultLanguage: Language
  /** Whether an account counts only once the link in a mail was opened. */
  readonly activationByMail: boolean
}
