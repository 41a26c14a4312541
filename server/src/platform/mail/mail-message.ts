import { isMailAddress, type Sender } from './mail-address.ts'
import type { Mail, MailAttachment } from './mailer.ts'

interface AttachedText {
  readonly filename: string
  readonly contentType: string
  readonly content: string | Buffer
}

/** A mail as nodemailer takes it. Every address is an object, so no text is ever read as a list of addresses. */
export interface MailMessage {
  readonly from: Sender
  readonly to: Sender
  readonly replyTo?: Sender
  readonly envelope: { readonly from: string; readonly to: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly xMailer: false
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: AttachedText[]
  readonly disableFileAccess: true
  readonly disableUrlAccess: true
}

const bare = (address: string): Sender => ({ name: '', address })

/**
 * A header is one line; what would end it, or hides in it, becomes a space. What looks like an encoded word (RFC 2047)
 * would be decoded by whoever reads it, so it is taken apart.
 */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()

// The message names no address: it ends up in the log.
const requireAddress = (address: string, what: string, id: string): void => {
  if (!isMailAddress(address)) throw new Error(`The ${what} of mail ${id} is not one mail address.`)
}

const attached = ({ fileName, contentType, content }: MailAttachment): AttachedText => ({
  filename: oneLine(fileName),
  contentType,
  content,
})

// Absence notes and the like are not answered to who sends by itself (RFC 3834).
const headersOf = ({ unsubscribeUrl }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl === undefined ? {} : { 'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>` }),
})

/** Puts a mail into its final form. Throws when recipient or reply address is anything but one address. */
export const messageOf = (mail: Mail, from: Sender): MailMessage => {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(mail.id)) throw new Error('The id of a mail has other characters.')
  requireAddress(mail.to, 'recipient', mail.id)
  if (mail.replyTo !== undefined) requireAddress(mail.replyTo, 'reply address', mail.id)
  return {
    from: { name: oneLine(mail.fromName ?? from.name), address: from.address },
    to: bare(mail.to),
    ...(mail.replyTo === undefined ? {} : { replyTo: bare(mail.replyTo) }),
    envelope: { from: from.address, to: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    xMailer: false,
    headers: headersOf(mail),
    attachments: (mail.attachments ?? []).map(attached),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
