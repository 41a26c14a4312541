import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSmtpInbox, type SmtpInbox } from '../../../test/smtp-inbox.ts'
import { composeMail } from './mail-texts.ts'
import type { Mail, Mailer } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const mail: Mail = {
  id: 'job-1',
  to: 'laura@practice.test',
  subject: 'Asunto',
  text: 'Hola',
  html: '<p>Hola</p>',
}

/** Texts that make one mail into another where they are put into a header as they are. */
const attacks = [
  'Ana\r\nBcc: evil@evil.test',
  'Ana\nBcc: evil@evil.test',
  'Ana\rBcc: evil@evil.test',
  'Ana\r\n\r\nbody of the attacker',
  'Ana\r\n Bcc: evil@evil.test',
  'Ana\r\n.\r\nMAIL FROM:<evil@evil.test>',
  'Ana%0d%0aBcc:%20evil@evil.test',
  'Ana%0ABcc: evil@evil.test',
  'Ana\\r\\nBcc: evil@evil.test',
  'Ana\u2028Bcc: evil@evil.test',
  'Ana\u2029Bcc: evil@evil.test',
  'Ana\u0085Bcc: evil@evil.test',
  'Ana\vBcc: evil@evil.test',
  'Ana\fBcc: evil@evil.test',
  'Ana\0Bcc: evil@evil.test',
  '=?utf-8?q?Ana=0d=0aBcc:_evil=40evil.test?=',
  '=?utf-8?b?QW5hDQpCY2M6IGV2aWxAZXZpbC50ZXN0?=',
  'Ana <evil@evil.test>',
  'Ana, evil@evil.test',
  'Ana; evil@evil.test',
  '"Ana" <evil@evil.test>, "',
  'Ana\\" <evil@evil.test>',
  'Ana (evil@evil.test)',
  'friends: evil@evil.test, other@evil.test;',
  'Ana\u202Etset.live@live',
  `Ana ${'x'.repeat(3000)}\r\nBcc: evil@evil.test`,
  '嘊嘍Bcc: evil@evil.test',
  'Ana{{link}}{{name}}',
]

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

const usualSender = 'Ulna <no-reply@ulna.test>'

let inbox: SmtpInbox
let usual: Mailer
beforeAll(async () => {
  inbox = await openSmtpInbox()
  usual = smtpMailer({ url: inbox.url, from: usualSender })
})
afterAll(async () => {
  usual.close?.()
  await inbox.close()
})

/** What arrived from one sending. */
const arrivalsOf = async (one: Mail, mailer = usual) => {
  const before = inbox.received.length
  await mailer.send(one)
  return inbox.received.slice(before)
}

const expectOneHonestMail = (arrivals: Awaited<ReturnType<typeof arrivalsOf>>, others: string[] = []) => {
  expect(arrivals).toHaveLength(1)
  const [arrival] = arrivals
  expect(arrival?.to).toEqual(['laura@practice.test'])
  expect(arrival?.mail.to).toEqual([{ name: '', address: 'laura@practice.test' }])
  expect(arrival?.mail.headers.map(({ key }) => key).sort()).toEqual([...expectedHeaders, ...others].sort())
  return arrival
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()

describe('E6 one mail, one recipient, no other header', () => {
  it.each(attacks)('with a practice and a person called %j', async (attack) => {
    const composed = composeMail('es', 'invitation', {
      practice: attack,
      invitedBy: attack,
      role: 'assistant',
      link: 'https://ulna.test/register/1.abc',
      days: 14,
    })
    expectOneHonestMail(await arrivalsOf({ ...mail, ...composed }))
  })

  it.each(attacks)('with the subject %j, which arrives as one line', async (attack) => {
    const arrival = expectOneHonestMail(await arrivalsOf({ ...mail, subject: attack }))
    expect(arrival?.mail.subject).toBe(oneLine(attack))
  })

  it.each(attacks)('with the body %j', async (attack) => {
    const arrival = expectOneHonestMail(await arrivalsOf({ ...mail, text: attack, html: attack }))
    expect(arrival?.from).toBe('no-reply@ulna.test')
  })

  it.each(attacks.filter((attack) => !/[<>]/.test(attack)))('with a sender called %j', async (attack) => {
    const mailer = smtpMailer({ url: inbox.url, from: `${attack} <no-reply@ulna.test>` })
    const arrival = expectOneHonestMail(await arrivalsOf(mail, mailer))
    mailer.close?.()
    expect(arrival?.from).toBe('no-reply@ulna.test')
    expect(arrival?.mail.from).toMatchObject({ address: 'no-reply@ulna.test' })
  })

  const noAddresses = [
    ...attacks,
    ...attacks.map((attack) => `${attack}@practice.test`),
    'laura@practice.test\r\nBcc: evil@evil.test',
    'laura@practice.test,evil@evil.test',
    'laura@practice.test;evil@evil.test',
    'laura@practice.test evil@evil.test',
    'Laura <laura@practice.test>',
    '<laura@practice.test>',
    'laura@practice.test>',
    '"laura"@practice.test',
    '"evil@evil.test\r\n"@practice.test',
    'laura(evil@evil.test)@practice.test',
    '@evil.test:laura@practice.test',
    'evil%evil.test@practice.test',
    'evil.test!laura@practice.test',
    'laura@evil.test@practice.test',
    'laura@[127.0.0.1]',
    'laura@practice',
    'laura@.practice.test',
    'laura@practice..test',
    '.laura@practice.test',
    'laura.@practice.test',
    'la..ura@practice.test',
    ' laura@practice.test',
    'laura@practice.test\n',
    'laura@practice.test\u200b',
    'l\u0430ura@practice.test',
    'laura＠practice.test',
    '=?utf-8?q?laura=40evil.test=3e?=@practice.test',
    `${'l'.repeat(65)}@practice.test`,
    `laura@${'p'.repeat(250)}.test`,
    '',
  ]

  it.each(noAddresses)('nothing goes out to %j, nor with it to be answered', async (text) => {
    const before = inbox.received.length
    for (const bad of [
      { ...mail, to: text },
      { ...mail, replyTo: text },
    ]) {
      await expect(arrivalsOf(bad)).rejects.toThrow(/of mail job-1 is not one mail address/)
    }
    expect(inbox.received).toHaveLength(before)
  })

  it('takes the addresses that people have', async () => {
    const addresses = [
      'laura@practice.test',
      "o'brien+ulna@sub.practice.co.test",
      'a_b-c.d@clinica.example',
      'A.B@PRACTICE.TEST',
    ]
    for (const to of addresses) {
      const [arrival] = await arrivalsOf({ ...mail, to, replyTo: to })
      expect(arrival?.to).toEqual([
        expect.stringMatching(new RegExp(`^${to.replaceAll(/[.+]/g, '\\$&')}$`, 'i')),
      ])
      expect(arrival?.mail.replyTo).toHaveLength(1)
    }
  })

  it('refuses an id that would end the line of its header', async () => {
    await expect(arrivalsOf({ ...mail, id: 'job-1>\r\nBcc: evil@evil.test' })).rejects.toThrow(
      'The id of a mail',
    )
  })
})
