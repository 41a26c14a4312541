import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSmtpInbox, type SmtpInbox } from '../../../test/smtp-inbox.ts'
import type { Mail, Mailer } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const mail: Mail = {
  id: 'job-17',
  to: 'laura@practice.test',
  subject: 'Elegir una contraseña nueva — año 2026',
  text: 'Hola, Íñigo:\n\nUna línea.\n.\nfin',
  html: '<p>Hola, Íñigo</p>',
}

let inbox: SmtpInbox
let mailer: Mailer

beforeEach(async () => {
  inbox = await openSmtpInbox({ refused: ['nobody@practice.test'] })
  mailer = smtpMailer({ url: inbox.url, from: 'Clínica Ríos, S.L. <no-reply@rios.test>' })
})
afterEach(async () => {
  mailer.close?.()
  await inbox.close()
})

it('hands a mail over with its envelope, its headers and both bodies', async () => {
  await mailer.send({ ...mail, replyTo: 'visitor@example.test' })
  expect(inbox.received).toHaveLength(1)
  const [{ from, to, mail: got } = { from: '', to: [], mail: undefined }] = inbox.received
  expect({ from, to }).toEqual({ from: 'no-reply@rios.test', to: ['laura@practice.test'] })
  expect(got).toMatchObject({
    from: { name: 'Clínica Ríos, S.L.', address: 'no-reply@rios.test' },
    to: [{ address: 'laura@practice.test' }],
    replyTo: [{ address: 'visitor@example.test' }],
    subject: mail.subject,
    messageId: '<job-17@rios.test>',
    html: expect.stringContaining('Íñigo'),
  })
  expect(got?.text?.trim()).toBe(mail.text)
  expect(new Set(got?.headers.map(({ key }) => key))).toEqual(
    new Set([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ]),
  )
})

it('rejects when the mailbox is refused, and names nobody', async () => {
  const refusal = await mailer.send({ ...mail, to: 'nobody@practice.test' }).catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(Error)
  expect(String(refusal)).toBe('MailFailure: Mail job-17 was not handed over: EENVELOPE RCPT TO 550 5.1.1')
  expect(inbox.received).toEqual([])
  await mailer.send(mail)
  expect(inbox.received).toHaveLength(1)
})

it('rejects with a wrong password, and does not repeat it', async () => {
  const url = inbox.url.replace(/:[^:@]+@/, ':not-the-password@')
  const stranger = smtpMailer({ url, from: 'no-reply@rios.test' })
  const refusal = await stranger.send(mail).catch((error: Error) => error)
  expect(String(refusal)).toMatch(/^MailFailure: Mail job-17 was not handed over: EAUTH .*535/)
  stranger.close?.()
})

it('rejects while the server is away, and goes on when it is back', async () => {
  await mailer.send(mail)
  await inbox.close()
  await expect(mailer.send(mail)).rejects.toThrow('Mail job-17 was not handed over')
  inbox = await openSmtpInbox({ port: inbox.port })
  await mailer.send(mail)
  expect(inbox.received).toHaveLength(1)
})

it('sends fifty at once over two connections, each once', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      mailer.send({ ...mail, id: `job-${index}`, to: `person-${index}@practice.test` }),
    ),
  )
  const pairs = inbox.received.map(({ to, mail: got }) => `${to.join()} ${got.messageId}`)
  expect(new Set(pairs)).toEqual(
    new Set(
      Array.from({ length: 50 }, (_, index) => `person-${index}@practice.test <job-${index}@rios.test>`),
    ),
  )
  expect(pairs).toHaveLength(50)
})
