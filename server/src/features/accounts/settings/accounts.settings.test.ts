import { accountEndpoints, type SessionPayload } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

let person: TestPerson

const app = await testServer({ alone: true })
beforeEach(async () => {
  person = await registerOwner(app)
})

const update = (body: Record<string, unknown>): Promise<TestAnswer> =>
  callEndpoint(app, settingsEndpoints.updateOwn, { token: person.token, body })
const me = async (): Promise<SessionPayload> =>
  (await callEndpoint(app, accountEndpoints.me, { token: person.token })).payload
const login = (username: string): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.login, { body: { username, password: testPassword } })
const confirm = (token: string): Promise<TestAnswer> =>
  callEndpoint(app, recoveryEndpoints.confirmMail, { body: { token } })
const keyOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

const age = () =>
  sql`update sessions set authenticated_at = now() - interval '301 seconds' where user_id = ${person.userId}`.execute(
    app.owner.queries,
  )

const mailsTo = async (address: string) => {
  await app.runJobs()
  return (await app.mails()).filter((mail) => mail.to?.[0]?.address === address)
}
const tokenTo = async (address: string): Promise<string> =>
  /confirm-mail\?token=(\S+)/.exec((await mailsTo(address)).at(-1)?.text ?? '')?.[1] ?? ''

let addresses = 0
const newAddress = (): string => {
  addresses += 1
  return `nueva-${addresses}@example.test`
}

describe('own settings', () => {
  it('change account and profile in one call, answer as /auth/me, and leave one row without contents', async () => {
    const answer = await update({
      user: { language: 'it', timeFormat: 'hh:mm a', username: 'laura.r' },
      doctor: {
        firstName: 'Laura Inés',
        phone: '600 100 200',
        birthDate: '1980-02-29',
        color: 3,
        bookable: false,
      },
    })
    expect(answer).toMatchObject({
      status: 200,
      payload: {
        user: { language: 'it', timeFormat: 'hh:mm a', username: 'laura.r' },
        doctor: { fullName: 'Laura Inés Restrepo', phone: '600 100 200', birthDate: '1980-02-29', color: 3 },
      },
      metadata: { pendingEmail: null },
    })
    expect(await me()).toEqual(answer.payload)
    expect((await login('laura.r')).status).toBe(200)
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select(['action', 'detail'])
      .where('user_id', '=', person.userId)
      .where('action', '=', 'account.changed')
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.detail).not.toMatch(/Inés|600/)
  })

  it('hold no birth later than today in the zone of the practice', async () => {
    const dayFromToday = (days: number): string =>
      dayOfInstant(new Date(Date.now() + days * 86_400_000).toISOString(), 'America/Bogota')
    expect(await update({ doctor: { birthDate: dayFromToday(1) } })).toMatchObject({
      status: 400,
      errors: [{ field: 'doctor.birthDate', params: { reason: 'field_future' } }],
    })
    expect((await me()).doctor?.birthDate).toBeNull()
    expect((await update({ doctor: { birthDate: dayFromToday(0) } })).status).toBe(200)
  })

  it('hold the licence number of this practice, tidied, and nothing that is none', async () => {
    expect((await update({ doctor: { licenceNumber: '  28/1234 ' } })).payload).toMatchObject({
      doctor: { licenceNumber: '28/1234' },
    })
    for (const wrong of ['28_1234', '<i>28</i>', '-- / .', '1'.repeat(41)])
      expect(await update({ doctor: { licenceNumber: wrong } })).toMatchObject({
        status: 400,
        errors: [{ field: 'doctor.licenceNumber' }],
      })
    expect((await me()).doctor?.licenceNumber).toBe('28/1234')
    expect((await update({ doctor: { licenceNumber: ' ' } })).payload).toMatchObject({
      doctor: { licenceNumber: null },
    })
  })

  it('may come back as they went out, and clear what is null', async () => {
    await update({ doctor: { phone: '600' } })
    const { user, doctor: practitioner } = await me()
    expect((await update({ user, doctor: practitioner })).payload).toMatchObject({ doctor: { phone: '600' } })
    expect((await update({ doctor: { phone: null } })).payload).toMatchObject({ doctor: { phone: null } })
    expect((await update({})).status).toBe(200)
  })

  it.each(['user', 'doctor'] as const)(
    'refuse what was written over an older version of the %s, and answer the present one',
    async (part) => {
      const before = await me()
      await update({ [part]: part === 'user' ? { language: 'en' } : { phone: '611' } })
      const stale = await update({ [part]: { ...before[part], version: before[part]?.version } })
      expect(stale).toMatchObject({ status: 409, errors: [{ message: 'version_conflict' }] })
      expect((stale.metadata as { current: unknown }).current).toEqual(await me())
    },
  )

  it('G13 take a fresh proof of identity for another user name or address, and for nothing else', async () => {
    await age()
    expect(keyOf(await update({ user: { username: 'otro.nombre' } }))).toBe('reauth_required')
    expect(keyOf(await update({ user: { email: newAddress() } }))).toBe('reauth_required')
    expect(
      (await update({ user: { language: 'en', username: person.username, email: person.username } })).status,
    ).toBe(200)
  })

  it('refuse a user name that is taken, or that is another’s address', async () => {
    const other = await registerOwner(app)
    await sql`update users set username = 'ocupado' where id = ${other.userId}`.execute(app.owner.queries)
    expect(keyOf(await update({ user: { username: 'OCUPADO' } }))).toBe('user_already_registered')
    expect(await update({ user: { username: 'alguien@example.test' } })).toMatchObject({
      errors: [{ field: 'user.username', params: { reason: 'field_foreign_address' } }],
    })
  })
})

describe('another address', () => {
  it('counts once its link is opened; the former one hears of it, and ends as user name', async () => {
    const email = newAddress()
    const answer = await update({ user: { email } })
    expect(answer).toMatchObject({
      payload: { user: { email: person.username } },
      metadata: { pendingEmail: email },
    })
    const token = await tokenTo(email)
    expect(await confirm(token)).toMatchObject({ status: 200, payload: { email } })
    expect((await me()).user).toMatchObject({ email, username: email })
    expect((await login(person.username)).status).toBe(401)
    expect((await login(email)).status).toBe(200)
    const told = await mailsTo(person.username)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain(email)
  })

  it('G4 has a link that counts once, ends with a newer one and after a day, and ends those of a reset', async () => {
    const [first, second] = [newAddress(), newAddress()]
    await update({ user: { email: first } })
    const older = await tokenTo(first)
    await update({ user: { email: second } })
    expect(keyOf(await confirm(older))).toBe('invalid_token')
    await callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username: person.username } })
    const reset = /token=(\S+)/.exec((await mailsTo(person.username)).at(-1)?.text ?? '')?.[1]
    const token = await tokenTo(second)
    expect((await confirm(token)).status).toBe(200)
    expect(keyOf(await confirm(token))).toBe('invalid_token')
    const answer = await callEndpoint(app, recoveryEndpoints.resetPassword, {
      body: { token: reset, password: testPassword },
    })
    expect(keyOf(answer)).toBe('invalid_token')
    const third = newAddress()
    await update({ user: { email: third } })
    const late = await tokenTo(third)
    await sql`update mail_links set expires_at = now() where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(keyOf(await confirm(late))).toBe('invalid_token')
  })

  it('G3 is answered the same when another account has it, which gets no mail', async () => {
    const other = await registerOwner(app)
    const taken = await update({ user: { email: other.username } })
    expect([taken.status, taken.metadata]).toEqual([200, { pendingEmail: other.username }])
    expect(await mailsTo(other.username)).toEqual([])
  })

  it('has its link mailed three times an hour at most', async () => {
    const limited = await buildTestApp({ rateLimits: true })
    try {
      const { token } = await registerOwner(limited)
      const ask = (): Promise<TestAnswer> =>
        callEndpoint(limited, settingsEndpoints.updateOwn, {
          token,
          body: { user: { email: 'nueva@example.test' } },
        })
      const found = [await ask(), await ask(), await ask(), await ask()]
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    } finally {
      await limited.close()
    }
  })

  it('lies in the mail domains of the practice, so that nobody locks themselves out', async () => {
    const access = { networks: [], mailDomains: ['example.test'] }
    const { token } = person
    await callEndpoint(app, settingsEndpoints.updatePractice, { token, body: { configurations: { access } } })
    expect(await update({ user: { email: 'fuera@elsewhere.example' } })).toMatchObject({
      status: 400,
      errors: [{ field: 'user.email', params: { reason: 'practice_domain_rejected' } }],
    })
    expect(await mailsTo('fuera@elsewhere.example')).toEqual([])
    expect((await update({ user: { email: newAddress() } })).status).toBe(200)
  })

  it('that somebody else took meanwhile is refused', async () => {
    const email = newAddress()
    await update({ user: { email } })
    const token = await tokenTo(email)
    const other = await registerOwner(app)
    await sql`update users set email = ${email} where id = ${other.userId}`.execute(app.owner.queries)
    expect(await confirm(token)).toMatchObject({
      status: 409,
      errors: [{ message: 'user_already_registered' }],
    })
  })
})
