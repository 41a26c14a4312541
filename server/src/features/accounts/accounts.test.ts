import { accountEndpoints, type SessionPayload } from '@ulna/contract/accounts/accounts'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { type PracticeMembership, practiceEndpoints } from '@ulna/contract/practices/practices'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import {
  addMember,
  freshAddress,
  joinPractice,
  registerOwner,
  signIn,
  testPassword,
} from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

const register = (body: Record<string, unknown>) =>
  callEndpoint(app, accountEndpoints.register, {
    body: { firstName: 'Ana', lastName: 'Ruiz', password: testPassword, ...body },
  })
const login = (username: string, password: string) =>
  callEndpoint(app, accountEndpoints.login, { body: { username, password } })
const me = (token: string) => callEndpoint(app, accountEndpoints.me, { token })
const cookieOf = (cookies: readonly string[]): string =>
  cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ')
const refresh = (cookies: readonly string[]) =>
  callEndpoint(app, accountEndpoints.refresh, { headers: { cookie: cookieOf(cookies) } })
const cookiesIn = (headers: Readonly<Record<string, unknown>>): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String)
const tokenIn = (answer: { metadata: { token: string } }): string => answer.metadata.token

describe('registering', () => {
  it('makes user, doctor and practice, whose owner the user is, and signs in', async () => {
    const email = freshAddress('ana.ruiz')
    const answer = await register({
      email: email.replace('ana.ruiz', 'Ana.Ruiz').replace('example', 'Example'),
      practiceName: 'Fisio Norte',
      language: 'it',
      timezone: 'Europe/Rome',
    })
    expect(answer.status).toBe(201)
    const session: SessionPayload = answer.payload
    expect(session).toMatchObject({
      user: { username: email, email, language: 'it' },
      doctor: { fullName: 'Ana Ruiz' },
      practice: { name: 'Fisio Norte', timezone: 'Europe/Rome', locale: 'it' },
      multiPractice: false,
      role: 'owner',
      clinical: true,
    })
    expect((await me(tokenIn(answer))).payload).toEqual(session)
  })

  it('fills the address from a user name that is one, and asks for it otherwise', async () => {
    const address = freshAddress('eva')
    expect((await register({ username: address })).payload).toMatchObject({
      user: { username: address, email: address },
    })
    expect(await register({ username: 'eva' })).toMatchObject({
      status: 400,
      errors: [{ field: 'email', params: { reason: 'field_required' } }],
    })
  })

  it('refuses a name or address that is taken, whatever its case, and stores nothing', async () => {
    const email = freshAddress('luis')
    await register({ email })
    const before = await app.owner.queries
      .selectFrom('practices')
      .select((select) => select.fn.countAll().as('count'))
      .executeTakeFirst()
    expect(await register({ email: email.replace('luis', 'LUIS') })).toMatchObject({
      status: 409,
      errors: [{ code: '0021', message: 'user_already_registered' }],
    })
    expect(
      await app.owner.queries
        .selectFrom('practices')
        .select((select) => select.fn.countAll().as('count'))
        .executeTakeFirst(),
    ).toEqual(before)
  })

  it.each([
    ['corta', 'field_too_short'],
    ['x'.repeat(129), 'field_too_long'],
    ['password123', 'password_common'],
    ['qwertyuiop', 'password_common'],
    ['1234567890', 'password_common'],
  ])('refuses the password %s', async (password, reason) => {
    expect(await register({ email: freshAddress('p'), password })).toMatchObject({
      status: 400,
      errors: [{ field: 'password', params: { reason } }],
    })
  })
})

describe('signing in', () => {
  it('takes user name or address, and looks the same for a wrong password and an unknown name', async () => {
    const email = freshAddress('carla')
    await register({ username: 'carla', email })
    expect((await login('CARLA', testPassword)).status).toBe(200)
    expect((await login(email, testPassword)).status).toBe(200)
    const [wrong, unknown] = [
      await login('carla', 'otra clave larga'),
      await login('nadie', 'otra clave larga'),
    ]
    expect(wrong).toMatchObject({ status: 401, errors: [{ message: 'unauthorized' }] })
    expect(unknown.text).toBe(wrong.text)
  })

  it('leaves the stored tokens unreadable', async () => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select 1 from access_tokens where encode(hash, 'escape') like ${`%${owner.token}%`}) as found`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.found).toBe(false)
  })

  it('G9 sets a __Host- cookie that scripts cannot read; it lives on only when remembered', async () => {
    const remembered = await signIn(app, owner.username, true)
    expect(remembered.cookies[0]).toMatch(
      /^__Host-ulna=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    )
    expect(owner.cookies[0]).toMatch(/^__Host-ulna=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/)
  })
})

describe('refreshing', () => {
  it('answers a new token for the cookie and replaces the cookie', async () => {
    const person = await signIn(app, owner.username)
    const answer = await refresh(person.cookies)
    expect(answer.status).toBe(200)
    expect((await me(tokenIn(answer))).status).toBe(200)
    expect(cookieOf(cookiesIn(answer.headers))).not.toBe(cookieOf(person.cookies))
  })

  it('lets two tabs race with one cookie', async () => {
    const person = await signIn(app, owner.username)
    const answers = await Promise.all([
      refresh(person.cookies),
      refresh(person.cookies),
      refresh(person.cookies),
    ])
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    for (const answer of answers) expect((await me(tokenIn(answer))).status).toBe(200)
  })

  it('ends the session when a replaced cookie comes back later', async () => {
    const person = await signIn(app, owner.username)
    const renewed = await refresh(person.cookies)
    await sql`update sessions set refreshed_at = now() - interval '10 minutes' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(await refresh(person.cookies)).toMatchObject({
      status: 401,
      errors: [{ message: 'session_invalid' }],
    })
    expect(await me(tokenIn(renewed))).toMatchObject({
      status: 401,
      errors: [{ message: 'session_invalid' }],
    })
  })

  it('is refused without cookie, after 12 idle hours and after the absolute limit', async () => {
    expect(await refresh([])).toMatchObject({ status: 401, errors: [{ message: 'session_invalid' }] })
    const idle = await signIn(app, owner.username)
    await sql`update sessions set last_seen_at = now() - interval '13 hours' where user_id = ${idle.userId}`.execute(
      app.owner.queries,
    )
    expect(await refresh(idle.cookies)).toMatchObject({ status: 401, errors: [{ message: 'token_expired' }] })
    const old = await signIn(app, owner.username, true)
    await sql`update sessions set expires_at = now() where user_id = ${old.userId}`.execute(app.owner.queries)
    expect((await refresh(old.cookies)).status).toBe(401)
  })
})

describe('a Bearer token', () => {
  it('is told apart: none, unknown, expired, of an ended session', async () => {
    const person = await registerOwner(app)
    expect(await callEndpoint(app, accountEndpoints.me)).toMatchObject({
      status: 401,
      errors: [{ message: 'unauthorized' }],
    })
    expect(await me('x'.repeat(43))).toMatchObject({ status: 401, errors: [{ message: 'invalid_token' }] })
    await sql`update access_tokens set expires_at = now() where session_id in (select id from sessions where user_id = ${person.userId})`.execute(
      app.owner.queries,
    )
    expect(await me(person.token)).toMatchObject({
      status: 401,
      errors: [{ code: '0006', message: 'token_expired' }],
    })
    const again = await signIn(app, person.username)
    expect((await callEndpoint(app, accountEndpoints.logout, { token: again.token })).status).toBe(200)
    expect(await me(again.token)).toMatchObject({ status: 401, errors: [{ message: 'session_invalid' }] })
    expect((await refresh(again.cookies)).status).toBe(401)
  })
})

describe('an Authorization header', () => {
  it.each([
    'Bearer',
    'Bearer short',
    'Basic bGF1cmE6cm9kaWxsYQ==',
    `bearer ${'x'.repeat(43)}`,
    `Bearer ${'x'.repeat(40)} y`,
  ])('that is no Bearer token is told apart from none: %s', async (authorization) => {
    expect(await callEndpoint(app, accountEndpoints.me, { headers: { authorization } })).toMatchObject({
      status: 401,
      errors: [{ message: 'invalid_token' }],
    })
  })
})

describe('several practices', () => {
  it('ask for one: 403 practice_required until setCurrentPractice, and nothing of the other afterwards', async () => {
    const other = await registerOwner(app)
    const person = await registerOwner(app)
    await joinPractice(app, { person, practiceId: other.practiceId, role: 'practitioner', clinical: true })
    const patient = await createPatient(app, other)
    const again = await signIn(app, person.username)
    expect(await me(again.token)).toMatchObject({
      status: 403,
      errors: [{ code: '0002', message: 'practice_required' }],
    })
    expect(await callEndpoint(app, patientEndpoints.list, { token: again.token })).toMatchObject({
      status: 403,
      errors: [{ message: 'practice_required' }],
    })
    const list: PracticeMembership[] = (
      await callEndpoint(app, practiceEndpoints.findAllByCurrentUser, { token: again.token })
    ).payload
    expect(list.map((one) => [one.id, one.role]).sort()).toEqual(
      [
        [other.practiceId, 'practitioner'],
        [person.practiceId, 'owner'],
      ].sort(),
    )
    const choose = (id: number) =>
      callEndpoint(app, practiceEndpoints.setCurrent, { params: { id }, token: again.token })
    expect((await choose(other.practiceId)).status).toBe(200)
    expect((await me(again.token)).payload).toMatchObject({
      multiPractice: true,
      role: 'practitioner',
      practice: { id: other.practiceId },
    })
    expect(
      (await callEndpoint(app, patientEndpoints.read, { params: { id: patient.id }, token: again.token }))
        .status,
    ).toBe(200)
    await choose(person.practiceId)
    expect(
      (await callEndpoint(app, patientEndpoints.read, { params: { id: patient.id }, token: again.token }))
        .status,
    ).toBe(404)
    expect((await choose(owner.practiceId)).status).toBe(404)
  })

  it('can be made by somebody who has one already', async () => {
    const person = await registerOwner(app)
    const answer = await callEndpoint(app, practiceEndpoints.create, {
      token: person.token,
      body: { name: 'Sede Sur', timezone: 'Europe/Madrid' },
    })
    expect(answer).toMatchObject({ status: 201, payload: { name: 'Sede Sur', role: 'owner', current: true } })
    expect((await me(person.token)).payload).toMatchObject({
      practice: { name: 'Sede Sur' },
      doctor: { fullName: 'Laura Restrepo' },
    })
  })
})

describe('a membership', () => {
  it('that ends or changes counts at the next request', async () => {
    const member = await addMember(app, owner.practiceId, 'admin', true)
    const list = () => callEndpoint(app, patientEndpoints.list, { token: member.token })
    expect((await list()).status).toBe(200)
    await app.owner.queries
      .updateTable('memberships')
      .set({ ended_at: new Date() })
      .where('user_id', '=', member.userId)
      .execute()
    expect(await list()).toMatchObject({ status: 403, errors: [{ message: 'practice_required' }] })
  })
})

describe('preferences', () => {
  it('keep language and time format of the user', async () => {
    const person = await registerOwner(app)
    const answer = await callEndpoint(app, accountEndpoints.preferences, {
      token: person.token,
      body: { language: 'en', timeFormat: 'hh:mm a' },
    })
    expect(answer.payload).toMatchObject({ language: 'en', timeFormat: 'hh:mm a' })
    expect((await me(person.token)).payload).toMatchObject({
      user: { language: 'en', timeFormat: 'hh:mm a' },
    })
  })
})
