import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readMails } from '../../../test/build-test-app.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { defaultSender } from './mail-address.ts'
import type { Mail, Mailer } from './mailer.ts'
import { outboxDays, outboxMailer, tidyOutbox } from './outbox-mailer.ts'

const mail: Mail = {
  id: 'job-4',
  to: 'laura@practice.test',
  subject: 'Asunto',
  text: 'Hola',
  html: '<p>Hola</p>',
}

let scratch: { directory: string; remove(): Promise<void> }
let outbox: string
let mailer: Mailer
const logged: string[] = []

beforeEach(async () => {
  scratch = await createScratchDirectory()
  outbox = path.join(scratch.directory, 'data', 'outbox')
  logged.length = 0
  mailer = outboxMailer({
    directory: outbox,
    from: defaultSender('http://localhost:3000'),
    log: (message) => void logged.push(message),
  })
})
afterEach(() => scratch.remove())

it('keeps each mail as a file that only its owner may read, and logs where without saying for whom', async () => {
  await mailer.send(mail)
  const [name = '', ...others] = await readdir(outbox)
  expect(others).toEqual([])
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-job-4\.eml$/)
  const file = path.join(outbox, name)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  expect(logged).toEqual([expect.stringContaining(file)])
  expect(logged.join()).not.toContain('laura')
})

it('writes what any mail program opens, with both bodies', async () => {
  await mailer.send(mail)
  const [got] = await readMails(outbox)
  expect(got).toMatchObject({
    from: { name: 'Ulna', address: 'no-reply@localhost' },
    to: [{ address: 'laura@practice.test' }],
    messageId: '<job-4@localhost>',
    text: expect.stringMatching(/^Hola\s*$/),
    html: expect.stringContaining('<p>Hola</p>'),
  })
})

it('names a sender of any installation', () => {
  expect(defaultSender('https://ulna.example')).toBe('Ulna <no-reply@ulna.example>')
  expect(defaultSender('http://192.168.1.4:3000')).toBe('Ulna <no-reply@192.168.1.4>')
  expect(defaultSender('http://[::1]:3000')).toBe('Ulna <no-reply@localhost>')
})

it('is tidied of mails older than the longest link counts, half-written ones too, and of nothing else', async () => {
  await mkdir(outbox, { recursive: true })
  const now = Date.now()
  const put = async (name: string, days: number): Promise<void> => {
    await writeFile(path.join(outbox, name), '')
    const at = new Date(now - days * 86_400_000)
    await utimes(path.join(outbox, name), at, at)
  }
  await put('old.eml', outboxDays + 1)
  await put('old.eml.part', outboxDays + 1)
  await put('young.eml', outboxDays - 1)
  await put('notes.txt', outboxDays + 1)
  await Promise.all([tidyOutbox(outbox, now), tidyOutbox(outbox, now)])
  expect((await readdir(outbox)).sort()).toEqual(['notes.txt', 'young.eml'])
  await expect(tidyOutbox(path.join(outbox, 'none'), now)).resolves.toBeUndefined()
})
