import { contactEndpoints } from '@ulna/contract/contact/contact'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions } from '../../../test/build-test-app.ts'
import { captchaChallenge, solveCaptcha } from '../../../test/captcha-solution.ts'
import { callEndpoint } from '../../../test/client.ts'

const message = {
  name: 'Marta Gil',
  email: 'Marta@Example.test',
  phone: '600 100 200',
  practiceName: 'Fisio Norte',
  message: '¿Se puede probar\ncon datos de ejemplo?',
  language: 'it' as const,
}

let app: TestApp
afterEach(() => app.close())

const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  callEndpoint(app, contactEndpoints.send, { body, headers })

const rows = () => app.owner.queries.selectFrom('contact_messages').selectAll().orderBy('id').execute()

const startWith = (options: TestAppOptions): void => {
  beforeEach(async () => {
    app = await buildTestApp(options)
  })
}

describe('the contact form of an installation with CONTACT_EMAIL', () => {
  startWith({ contactEmail: 'operator@ulna.test' })

  it('keeps a message with one row of the trail, and mails it so that one can answer', async () => {
    expect(await send(message)).toMatchObject({ status: 201, payload: { accepted: true } })
    const [row] = await rows()
    expect(row).toMatchObject({
      name: 'Marta Gil',
      email: 'marta@example.test',
      phone: '600 100 200',
      practice_name: 'Fisio Norte',
      message: message.message,
      language: 'it',
      sent_at: null,
    })
    const trail = await app.owner.queries
      .selectFrom('audit_events')
      .select(['action', 'subject_id'])
      .where('action', '=', 'contact.send')
      .execute()
    expect(trail).toEqual([{ action: 'contact.send', subject_id: row?.id }])

    await app.runJobs()
    const mails = await app.mails()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: [{ address: 'operator@ulna.test' }],
      replyTo: [{ address: 'marta@example.test' }],
      subject: 'Mensaje de Marta Gil desde la página de Ulna',
      text: expect.stringContaining(
        'Teléfono: 600 100 200\nConsulta: Fisio Norte\n\n¿Se puede probar\ncon datos',
      ),
    })
    expect((await rows())[0]?.sent_at).not.toBeNull()
  })

  it('mails it once, however often the work is done', async () => {
    await send(message)
    await app.runJobs()
    const [row] = await rows()
    await app.jobs['contact.message']?.({ messageId: row?.id ?? 0 }, { jobId: '1' })
    expect(await app.mails()).toHaveLength(1)
  })

  it('needs name, address and a few words, and leaves out what was not given', async () => {
    const { phone: _phone, practiceName: _practice, language: _language, ...least } = message
    expect((await send(least)).status).toBe(201)
    expect(await rows()).toMatchObject([{ phone: null, practice_name: null, language: 'es' }])
    for (const field of ['name', 'email', 'message']) {
      const answer = await send({ ...least, [field]: '' })
      expect(answer).toMatchObject({ status: 400, errors: [{ message: 'invalid_request', field }] })
    }
  })

  it('keeps a long message whole and refuses one that is too long', async () => {
    const long = `Ñandú 🦴 ${'palabra '.repeat(620)}fin`
    expect(long.length).toBeGreaterThan(4900)
    expect((await send({ ...message, message: long })).status).toBe(201)
    expect((await rows())[0]?.message).toBe(long)
    await app.runJobs()
    expect((await app.mails())[0]?.text?.replaceAll(/\s+/g, ' ')).toContain(long)
    expect(await send({ ...message, message: 'x'.repeat(5001) })).toMatchObject({
      status: 400,
      errors: [{ field: 'message', params: { reason: 'field_too_long', max: 5000 } }],
    })
  })

  it('E6 gives a visitor no other recipient and no other header', async () => {
    const hostile = [
      'Marta\r\nBcc: evil@evil.test',
      'Marta\nSubject: other',
      '=?utf-8?q?Marta=0d=0aBcc:_evil=40evil.test?=',
      '"Marta" <evil@evil.test>,',
      'Marta\u2028Bcc: evil@evil.test',
    ]
    for (const text of hostile) {
      await send({
        ...message,
        name: text,
        practiceName: text,
        phone: text.slice(0, 40),
        message: `${text} texto`,
      })
      expect((await send({ ...message, email: `marta@example.test${text}` })).status).toBe(400)
    }
    await app.runJobs()
    const mails = await app.mails()
    expect(mails).toHaveLength((await rows()).length)
    expect(mails.length).toBeGreaterThan(0)
    for (const mail of mails) {
      expect(mail.to).toEqual([{ name: '', address: 'operator@ulna.test' }])
      expect(mail.replyTo).toEqual([{ name: '', address: 'marta@example.test' }])
      expect(mail.headers.filter(({ key }) => ['bcc', 'cc', 'subject'].includes(key))).toHaveLength(1)
      expect(mail.subject).not.toMatch(/[\r\n]/)
    }
  })

  it('mails a message whose address nobody can answer without an address to answer', async () => {
    await send({ ...message, email: `${'l'.repeat(70)}@example.test` })
    await app.runJobs()
    expect((await app.mails())[0]?.replyTo).toBeUndefined()
  })

  it('B2 keys of strangers never meet: not from another address, not on another form', async () => {
    const key = { 'idempotency-key': 'the-same' }
    const from = (remoteAddress: string, text: string) =>
      app.server.inject({
        method: 'POST',
        url: '/api/auth/contact',
        headers: key,
        remoteAddress,
        payload: { ...message, message: text },
      })
    expect((await from('192.0.2.1', 'La primera persona')).statusCode).toBe(201)
    expect((await from('192.0.2.2', 'La segunda persona')).statusCode).toBe(201)
    expect((await from('192.0.2.1', 'La primera persona')).statusCode).toBe(201)
    expect((await from('192.0.2.1', 'La primera, otro texto')).statusCode).toBe(422)
    const login = await app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: key,
      remoteAddress: '192.0.2.1',
      payload: { username: 'nobody', password: 'nothing at all' },
    })
    expect(login.json()).toMatchObject({ errors: [{ message: 'unauthorized' }] })
    expect((await rows()).map((row) => row.message)).toEqual(['La primera persona', 'La segunda persona'])
  })
})

describe('the contact form of an installation without CONTACT_EMAIL', () => {
  startWith({})

  it('keeps the message and mails nothing', async () => {
    expect((await send(message)).status).toBe(201)
    await app.runJobs()
    expect(await rows()).toHaveLength(1)
    expect(await app.mails()).toEqual([])
  })
})

describe('the contact form with the captcha on', () => {
  startWith({ captcha: true })

  it('refuses none, a wrong one and one that was used before, and keeps nothing of it', async () => {
    const solution = solveCaptcha(await captchaChallenge(app))
    const { challenge } = await captchaChallenge(app)
    const invalid = { status: 400, errors: [{ message: 'invalid_captcha' }] }
    expect(await send(message)).toMatchObject(invalid)
    expect(await send({ ...message, captcha: `${challenge}.0` })).toMatchObject(invalid)
    expect(await send({ ...message, captcha: 'x.y.z' })).toMatchObject(invalid)
    expect(await rows()).toEqual([])
    expect((await send({ ...message, captcha: solution })).status).toBe(201)
    expect(await send({ ...message, captcha: solution })).toMatchObject(invalid)
    expect(await rows()).toHaveLength(1)
  })
})

describe('the contact form with rate limits on', () => {
  startWith({ rateLimits: true, captcha: true })

  it('takes five messages an hour from one source, and one that was refused does not count', async () => {
    const solved = async () => ({ ...message, captcha: solveCaptcha(await captchaChallenge(app)) })
    for (let count = 0; count < 5; count += 1) {
      expect((await send({ ...message, captcha: 'x.y.z' })).status).toBe(400)
      expect((await send(await solved())).status).toBe(201)
    }
    const sixth = await send(await solved())
    expect(sixth).toMatchObject({ status: 429, errors: [{ message: 'rate_limited' }] })
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    expect(await rows()).toHaveLength(5)
  })
})
