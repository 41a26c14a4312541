import { isIP } from 'node:net'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { mintToken } from '../scene/minted-session.ts'

const forged = '10.1.2.3'

/** Every header that some proxy somewhere tells the caller's address with. */
const spoofed: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': forged },
  { 'x-forwarded-for': `${forged}, 10.9.9.9` },
  { 'x-forwarded-for': `10.9.9.9,${forged}` },
  { 'X-Forwarded-For': forged },
  { 'x-real-ip': forged },
  { 'x-client-ip': forged },
  { 'x-cluster-client-ip': forged },
  { 'true-client-ip': forged },
  { 'cf-connecting-ip': forged },
  { 'fastly-client-ip': forged },
  { forwarded: `for=${forged}` },
  { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', 'x-forwarded-for': forged },
  { via: forged, 'x-original-forwarded-for': forged },
]

/** Requests come from 127.0.0.1. */
const limitTo = async (app: TestApp, person: TestPerson, networks: readonly string[]): Promise<void> => {
  await sql`update practices set configurations = ${JSON.stringify({ access: { networks } })}::jsonb where id = ${person.practiceId}`.execute(
    app.owner.queries,
  )
}

const list = async (
  app: TestApp,
  person: TestPerson,
  headers: Readonly<Record<string, string>>,
): Promise<number> =>
  (await callEndpoint(app, patientEndpoints.list, { token: await mintToken(app, person), headers })).status

const addressesInTrail = async (app: TestApp): Promise<unknown[]> => {
  const { rows } = await sql`select distinct ip from audit_events`.execute(app.owner.queries)
  return rows
}

describe('G16 without a trusted proxy', () => {
  let app: TestApp
  let owner: TestPerson

  beforeAll(async () => {
    app = await buildTestApp()
    owner = await registerOwner(app)
  })
  afterAll(() => app.close())

  it('no header changes from where a member is, neither into a network nor out of it', async () => {
    await limitTo(app, owner, ['10.0.0.0/8'])
    for (const headers of spoofed) expect(await list(app, owner, headers), JSON.stringify(headers)).toBe(403)
    await limitTo(app, owner, ['127.0.0.1'])
    for (const headers of spoofed) expect(await list(app, owner, headers), JSON.stringify(headers)).toBe(200)
  })

  it('no header changes the address in the trail or of a session', async () => {
    for (const headers of spoofed) {
      await callEndpoint(app, accountEndpoints.login, {
        body: { username: owner.username, password: owner.password },
        headers,
      })
    }
    expect(await addressesInTrail(app)).toEqual([{ ip: '127.0.0.1' }])
    const { rows } = await sql`select distinct ip from sessions where ip is not null`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ ip: '127.0.0.1' }])
  })

  it('no header and no Host changes where a mail’s link leads', async () => {
    await app.runJobs()
    for (const headers of [{ host: 'evil.test' }, { 'x-forwarded-host': 'evil.test' }]) {
      const answer = await app.server.inject({
        method: 'POST',
        url: '/api/settings/member',
        headers: { ...headers, authorization: `Bearer ${await mintToken(app, owner)}` },
        payload: { users: [{ email: 'host@example.test', role: 'assistant' }] },
      })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    await app.runJobs()
    const mails = (await app.mails()).filter((mail) => mail.to?.[0]?.address === 'host@example.test')
    expect(mails.length).toBeGreaterThan(0)
    for (const { text, html } of mails) {
      expect(`${text}${html}`).toContain('http://localhost:3000/register/')
      expect(`${text}${html}`).not.toContain('evil.test')
    }
  })
})

describe('G16 limits of attempts', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await buildTestApp({ rateLimits: true })
  })
  afterAll(() => app.close())

  it('count one source, whatever headers say', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const { status } = await callEndpoint(app, accountEndpoints.login, {
        body: { username: 'nobody@example.test', password: 'no es esta clave' },
        headers: { 'x-forwarded-for': `10.0.${attempt}.1`, 'x-real-ip': `10.0.${attempt}.1` },
      })
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('G16 behind trusted proxies', () => {
  let app: TestApp
  let owner: TestPerson

  beforeAll(async () => {
    app = await buildTestApp({ trustedProxies: 1 })
    owner = await registerOwner(app)
  })
  afterAll(() => app.close())

  it('the address that the proxy saw counts, and none that the caller put before it', async () => {
    await limitTo(app, owner, ['10.0.0.0/8'])
    expect(await list(app, owner, { 'x-forwarded-for': forged })).toBe(200)
    expect(await list(app, owner, { 'x-forwarded-for': `203.0.113.9, ${forged}` })).toBe(200)
    expect(await list(app, owner, { 'x-forwarded-for': `${forged}, 203.0.113.9` })).toBe(403)
    expect(await list(app, owner, { 'x-forwarded-for': `${forged}, ${forged}, 203.0.113.9` })).toBe(403)
    for (const headers of [{ 'x-real-ip': forged }, { forwarded: `for=${forged}` }, {}]) {
      expect(await list(app, owner, headers as Record<string, string>)).toBe(403)
    }
  })

  /** What a proxy may hand on that is no address. */
  const noAddresses = [
    'unknown',
    'evil.test',
    'garbage1',
    '127.0.0.1:80',
    '[2001:db8::1]',
    '10.1.2.3.4',
    '10.1.2',
    '0x0a010203',
    '10.1.2.3/8',
    "' or 1=1",
    '_hidden',
    '',
    ' ',
    '"10.1.2.3"',
    '999.1.1.1',
  ]

  it('what is no address is ignored: the caller is where the proxy is', async () => {
    await limitTo(app, owner, ['127.0.0.1'])
    for (const text of noAddresses)
      expect(await list(app, owner, { 'x-forwarded-for': text }), text).toBe(200)
    await limitTo(app, owner, ['10.0.0.0/8', '203.0.113.0/24'])
    for (const text of noAddresses) {
      expect(await list(app, owner, { 'x-forwarded-for': text }), text).toBe(403)
      // What the caller put before it is not taken in its place.
      expect(await list(app, owner, { 'x-forwarded-for': `${forged}, ${text}` }), text).toBe(403)
    }
    await limitTo(app, owner, ['0.0.0.0/0', '::/0'])
    for (const text of ['::ffff:203.0.113.9', '2001:db8::1', '203.0.113.9'])
      expect(await list(app, owner, { 'x-forwarded-for': text })).toBe(200)
  })

  it('what is no address stands in no session and in no row of the trail', async () => {
    await limitTo(app, owner, [])
    for (const text of noAddresses) {
      await callEndpoint(app, accountEndpoints.login, {
        body: { username: owner.username, password: owner.password },
        headers: { 'x-forwarded-for': text },
      })
    }
    const { rows } = await sql<{ ip: string }>`
      select ip from sessions where ip is not null union select ip from audit_events`.execute(
      app.owner.queries,
    )
    for (const { ip } of rows) expect(isIP(ip), ip).toBeGreaterThan(0)
  })
})

describe('G16 behind two trusted proxies', () => {
  let app: TestApp
  let owner: TestPerson

  beforeAll(async () => {
    app = await buildTestApp({ trustedProxies: 2 })
    owner = await registerOwner(app)
  })
  afterAll(() => app.close())

  it('where the outer one names no address, what the inner one saw counts', async () => {
    await limitTo(app, owner, ['203.0.113.0/24'])
    expect(await list(app, owner, { 'x-forwarded-for': 'unknown, 203.0.113.9' })).toBe(200)
    expect(await list(app, owner, { 'x-forwarded-for': '203.0.113.9, unknown' })).toBe(403)
    expect(await list(app, owner, { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })).toBe(200)
    expect(await list(app, owner, { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 198.51.100.8' })).toBe(403)
  })
})
