import { isMailAddress, senderOf } from '../platform/mail/mail-address.ts'
import { ConfigError, read, readUrl, type Variables } from './variables.ts'

export interface MailSettings {
  /** Undefined: every mail becomes a file in `dataDirectory`/outbox. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
}

/** `ulna@practice.example` or `Ulna <ulna@practice.example>`. */
const readSender = (variables: Variables): string | undefined => {
  const value = read(variables, 'MAIL_FROM')
  if (value === undefined) return undefined
  if (!/\p{Cc}/u.test(value) && isMailAddress(senderOf(value).address)) return value
  throw new ConfigError(
    `MAIL_FROM is ${JSON.stringify(value)}; it must be a mail address, as Ulna <ulna@practice.example>.`,
  )
}

export const readMail = (variables: Variables): MailSettings => {
  const smtpUrl = readUrl(variables, 'SMTP_URL', ['smtp:', 'smtps:'])?.href
  const mailFrom = readSender(variables)
  if (smtpUrl !== undefined && mailFrom === undefined)
    throw new ConfigError('MAIL_FROM is missing: SMTP_URL is set.')
  return { smtpUrl, mailFrom }
}
