import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import type { AccessRules } from '@ulna/contract/practices/practices.configurations'
import { invitationEndpoints, memberEndpoints } from '@ulna/contract/practices/practices.members'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { registerOwner, type TestPerson, testPassword } from '../../../test/factories/people.ts'
import { type KeyServer, startKeyServer, testProject } from '../../../test/key-server.ts'
import { firebaseIdentity } from '../../platform/identity/firebase-identity.ts'

let keys: KeyServer
let app: TestApp
/** Accounts wait for the link of a mail there. */
let strict: TestApp
let owner: TestPerson
let addresses = 0
let email: string

beforeAll(async () => {
  keys = await startKeyServer()
  const settings = { projectId: testProject, emulatorHost: undefined, serviceAccountFile: undefined }
  app = await buildTestApp({ identity: await firebaseIdentity({ ...settings, keysUrl: keys.url }) })
  strict = await buildTestApp({ on: app, activationByMail: true })
})
afterAll(async () => {
  await strict.close()
  await app.close()
  await keys.close()
})
beforeEach(async () => {
  owner = await registerOwner(app)
  addresses += 1
  email = `guest-${addresses}@example.test`
})

const closed: readonly (readonly [key: string, rule: Partial<AccessRules>])[] = [
  ['ip_rejected', { networks: ['10.0.0.0/8'] }],
  ['schedule_rejected', { hours: { practitioner: [], assistant: [], admin: [] } }],
  ['practice_domain_rejected', { mailDomains: ['clinica.example'] }],
]

/** Written behind the API, which would refuse rules that keep out whoever saves them. */
const setRules = (access: Partial<AccessRules>) =>
  sql`update practices set configurations = ${JSON.stringify({ access })}::jsonb where id = ${owner.practiceId}`.execute(
    app.owner.queries,
  )

/** Invites and answers the token of the link that was mailed. */
const invite = async (address: string, role: Role = 'practitioner'): Promise<string> => {
  const body = { users: [{ email: address, role }] }
  const answer = await callEndpoint(app, memberEndpoints.invite, { token: owner.token, body })
  if (answer.status !== 201) throw new Error(answer.text)
  await app.runJobs()
  const mail = (await app.mails()).filter(({ to }) => to?.[0]?.address === address).at(-1)
  return /\/register\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const register = (invitation: string, on = app, address = email): Promise<TestAnswer> =>
  callEndpoint(on, accountEndpoints.register, {
    body: { email: address, password: testPassword, firstName: 'Nuria', lastName: 'Vidal', invitation },
  })

const registerHosted = async (invitation: string): Promise<TestAnswer> => {
  const firebaseIdToken = await keys.idToken({ email, sub: email })
  return callEndpoint(app, identityEndpoints.firebaseRegister, { body: { firebaseIdToken, invitation } })
}

const acceptLink = ({ token }: TestPerson, link: string): Promise<TestAnswer> =>
  callEndpoint(app, invitationEndpoints.acceptLink, { token, body: { token: link } })

const membersOf = async (): Promise<number> => {
  const rows = await app.owner.queries
    .selectFrom('memberships')
    .select('id')
    .where('practice_id', '=', owner.practiceId)
    .execute()
  return rows.length
}

const accounts = async (): Promise<number> =>
  (await app.owner.queries.selectFrom('users').select('id').execute()).length

const refusedWith = (key: string) => ({ status: 403, errors: [{ message: key }] })

describe('whom the rules of the practice would keep out of it', () => {
  it.each(closed)(
    'does not register into it by invitation, and is told nothing of it: %s',
    async (key, rule) => {
      const link = await invite(email)
      await setRules(rule)
      const before = await accounts()
      for (const answer of [await register(link), await register(link, strict), await registerHosted(link)]) {
        expect(answer).toMatchObject(refusedWith(key))
        expect(answer.payload).toBeUndefined()
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
      expect(await accounts()).toBe(before)
      expect(await membersOf()).toBe(1)
      await setRules({})
      expect(await register(link)).toMatchObject({ status: 201, payload: { role: 'practitioner' } })
    },
  )

  it.each(closed)('does not accept an invitation to it in the application: %s', async (key, rule) => {
    const person = await registerOwner(app)
    const link = await invite(email)
    await sql`update users set email_verified_at = now() where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    const body = { users: [{ email: person.username, role: 'practitioner' as const }] }
    await callEndpoint(app, memberEndpoints.invite, { token: owner.token, body })
    const { payload } = await callEndpoint(app, invitationEndpoints.own, { token: person.token })
    const [own] = payload as { id: number }[]
    const accept = (): Promise<TestAnswer> =>
      callEndpoint(app, invitationEndpoints.accept, { token: person.token, params: { id: own?.id ?? 0 } })
    await setRules(rule)
    expect(await acceptLink(person, link)).toMatchObject(refusedWith(key))
    expect(await accept()).toMatchObject(refusedWith(key))
    expect(await membersOf()).toBe(1)
    const me = await callEndpoint(app, accountEndpoints.me, { token: person.token })
    expect(me).toMatchObject({ status: 200, payload: { practice: { id: person.practiceId } } })
    await setRules({})
    expect((await accept()).status).toBe(200)
  })

  it('G3 is told the same whether the address has an account', async () => {
    const taken = await registerOwner(app)
    const link = await invite(email)
    await setRules({ networks: ['10.0.0.0/8'] })
    const [free, known] = [await register(link, strict), await register(link, strict, taken.username)]
    expect([known.status, known.text]).toEqual([free.status, free.text])
  })
})

describe('the hours of a practice', () => {
  it('keep nobody from joining who becomes or is an owner of it', async () => {
    const link = await invite(email, 'owner')
    const forOwner = await invite(`other-${email}`)
    await setRules({ hours: { practitioner: [], assistant: [], admin: [] } })
    expect(await register(link)).toMatchObject({ status: 201, payload: { role: 'owner' } })
    // Who made the link changes nothing about themselves with it, so they stay the owner.
    expect(await acceptLink(owner, forOwner)).toMatchObject({ status: 200, payload: { role: 'owner' } })
  })
})
