import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { senderOf } from './mail-address.ts'
import { messageOf } from './mail-message.ts'
import type { Mailer } from './mailer.ts'

/** `2026-01-31T10-20-30-123Z`: sorts by time and is a file name everywhere. */
const timeInName = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

/** Keeps every mail as a file `<time>-<mail id>.eml` that only the owner may read, and logs where. */
export const outboxMailer = ({
  directory,
  from,
  log,
}: {
  readonly directory: string
  readonly from: string
  readonly log: (message: string) => void
}): Mailer => {
  const sender = senderOf(from)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, sender))
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = path.join(directory, `${timeInName()}-${mail.id}.eml`)
      // Whoever watches the folder finds whole mails only.
      await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
      log(`A mail was written to ${file}; with SMTP_URL it would be sent.`)
    },
  }
}
