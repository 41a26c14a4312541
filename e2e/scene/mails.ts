import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { UlnaServer } from './ulna-server.ts'

/** The text of a mail as it is written: quoted-printable, or as it is. */
const readable = (mail: string): string =>
  mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const mailsTo = async (server: UlnaServer, address: string): Promise<string[]> => {
  const outbox = path.join(server.dataDirectory, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFile(path.join(outbox, name), 'utf8')),
  )
  return mails.filter((mail) => new RegExp(`^To: .*${address}`, 'im').test(mail))
}

/**
 * Path and query of the link to `place` in the newest mail to an address, once it is in the outbox of a server without
 * SMTP.
 */
export const linkMailedTo = async (server: UlnaServer, address: string, place: string): Promise<string> => {
  let link: string | undefined
  const look = async (): Promise<string | undefined> => {
    const [newest = ''] = (await mailsTo(server, address)).reverse()
    link = new RegExp(`https?://[^\\s"<>/]+(${place}[A-Za-z0-9._?=/-]+)`).exec(readable(newest))?.[1]
    return link
  }
  await expect.poll(look).toBeDefined()
  return link ?? ''
}
