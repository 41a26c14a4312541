import { mkdir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { linkLifetimes } from '@ulna/contract/accounts/accounts.recovery'
import { createTransport } from 'nodemailer'
import { namesIn } from '../files/names-in.ts'
import { senderOf } from './mail-address.ts'
import { messageOf } from './mail-message.ts'
import type { Mailer } from './mailer.ts'

/** `2026-01-31T10-20-30-123Z`: sorts by time and is a file name everywhere. */
const timeInName = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

/** In the name of a mail that tells of a practice. */
const markOf = (practiceId: number | undefined): string =>
  practiceId === undefined ? '' : `-of${practiceId}`

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
      const file = path.join(directory, `${timeInName()}${markOf(mail.practiceId)}-${mail.id}.eml`)
      // Whoever watches the folder finds whole mails only.
      await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
      log(`A mail was written to ${file}; with SMTP_URL it would be sent.`)
    },
    forget: async (practiceId) => {
      const names = await namesIn(directory)
      for (const name of names.filter((one) => one.includes(`Z${markOf(practiceId)}-`)))
        await removeIfThere(path.join(directory, name))
    },
  }
}

/** Days a mail stays in the outbox: as long as the longest link in one counts. */
export const outboxDays = linkLifetimes.invitationDays

/** Another process may have removed it a moment ago. */
const removeIfThere = (file: string): Promise<void> =>
  unlink(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

const isOlder = async (file: string, than: number): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() === true && found.mtimeMs < than
}

/** Removes the mails of the outbox, half-written ones too, that are older than they may be; other files stay. */
export const tidyOutbox = async (directory: string, now: number): Promise<void> => {
  const end = now - outboxDays * 24 * 3_600_000
  for (const name of await namesIn(directory)) {
    const file = path.join(directory, name)
    if (/\.eml(\.part)?$/.test(name) && (await isOlder(file, end))) await removeIfThere(file)
  }
}
