import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { systemEndpoints } from '@ulna/contract/system/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { createWebDirectory, type WebDirectory } from '../../../test/sweeps/scene/web-directory.ts'

let web: WebDirectory
let app: TestApp
let owner: TestPerson

beforeAll(async () => {
  web = await createWebDirectory()
  app = await buildTestApp({ webDirectory: web.directory, rateLimits: true })
  owner = await registerOwner(app)
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

const bearer = (person = owner) => ({ authorization: `Bearer ${person.token}` })

describe('a slash at the end of a path', () => {
  it('makes no difference to the search for users, as the specification writes it', async () => {
    const answer = await app.server.inject({ url: '/api/user/search/?q=nobody', headers: bearer() })
    expect([answer.statusCode, answer.json().payload]).toEqual([200, []])
    const plain = await callEndpoint(app, memberEndpoints.searchUsers, {
      token: owner.token,
      query: { q: 'nobody' },
    })
    expect(plain.status).toBe(200)
  })

  it('opens no endpoint to anybody whom it refuses without one', async () => {
    for (const { method, path, access } of app.endpoints) {
      if (access === 'public') continue
      const { statusCode } = await app.server.inject({
        method,
        url: `/api${path.replaceAll(/:[A-Za-z]+/g, '1')}/`,
      })
      expect(statusCode, `${method} ${path}`).toBe(401)
    }
  })

  it('makes a call that is sent again no other call', async () => {
    const token = await mintToken(app, owner)
    const create = async (url: string) =>
      app.server.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'one-wish' },
        payload: { firstName: 'Una', lastName: 'Prueba' },
      })
    const [first, again] = [await create('/api/patient'), await create('/api/patient/')]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json().payload.id).toBe(first.json().payload.id)
  })

  it('leads past no limit', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 32; turn += 1) {
      const url = turn % 2 === 0 ? '/api/auth/register' : '/api/auth/register/'
      const remoteAddress = '192.0.2.55'
      statuses.push((await app.server.inject({ method: 'POST', url, payload: {}, remoteAddress })).statusCode)
    }
    expect(statuses.slice(0, 30)).not.toContain(429)
    expect(statuses.slice(30)).toEqual([429, 429])
  })
})

describe('a refusal', () => {
  it('says with 401 how to come in', async () => {
    const ask = async (headers: Record<string, string>) => {
      const answer = await app.server.inject({ url: '/api/patient', headers })
      return [answer.statusCode, answer.headers['www-authenticate']]
    }
    expect(await ask({})).toEqual([401, 'Bearer realm="ulna"'])
    expect(await ask({ authorization: `Bearer ${'x'.repeat(43)}` })).toEqual([
      401,
      'Bearer realm="ulna", error="invalid_token"',
    ])
    const stale = await callEndpoint(app, auditEndpoints.exportTrail, {
      token: await mintToken(app, { ...owner, stale: true }),
    })
    expect([stale.status, stale.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="ulna", error="insufficient_user_authentication", max_age=300',
    ])
    const wrong = await callEndpoint(app, accountEndpoints.login, {
      body: { username: owner.username, password: 'no es esta' },
    })
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer realm="ulna"'])
  })

  it('says with 405 which methods the path has, before it reads a body', async () => {
    const answer = await app.server.inject({
      method: 'PATCH',
      url: '/api/patient/1',
      headers: { 'content-type': 'application/json' },
      payload: '{"broken":',
    })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, PUT, DELETE'])
    const onlyPost = await app.server.inject({ method: 'HEAD', url: '/api/auth/login' })
    expect([onlyPost.statusCode, onlyPost.headers.allow]).toEqual([405, 'POST'])
  })
})

describe('a long answer', () => {
  const long = async (accepted: string | undefined) => {
    const { rawPayload, headers } = await app.server.inject({
      url: '/api/record_class',
      headers: { ...bearer(), ...(accepted && { 'accept-encoding': accepted }) },
    })
    const { 'content-encoding': coding, 'content-length': length } = headers
    return { coding, length: Number(length), bytes: rawPayload }
  }

  it.each([
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['zstd;q=0.1, br', 'br', brotliDecompressSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ])('comes to who takes %s as %s, and is the same', async (accepted, coding, decode) => {
    const [plain, coded] = [await long(undefined), await long(accepted)]
    expect(plain.bytes.length).toBeGreaterThan(16 * 1024)
    expect(coded.coding).toBe(coding)
    expect(decode(coded.bytes)).toEqual(plain.bytes)
    // In one go: of what is compressed piece by piece nobody knows how long it will be.
    expect(coded.length).toBe(coded.bytes.length)
  })
})

describe('a file of the web app', () => {
  it('is sent as the build wrote it, for its tag stands for those bytes', async () => {
    const url = '/assets/app.css'
    const { statusCode, headers } = await app.server.inject({
      url,
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect([statusCode, headers['content-encoding'], headers['content-length']]).toEqual([
      200,
      undefined,
      '1900',
    ])
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
    const again = await app.server.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

const numberOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }): string =>
  String(headers['x-request-id'])

describe('the number of a request', () => {
  it('stands on answers of every kind, and is another each time', async () => {
    const urls = ['/', '/nothing', '/assets/app.js', '/api/health/live', '/api/nothing', '/api/patient/%zz']
    const numbers: string[] = []
    for (const url of urls) numbers.push(numberOf(await app.server.inject({ url })))
    for (const number of numbers) expect(number).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(numbers).size).toBe(urls.length)
  })

  it('is that of the trail, whatever number the caller names', async () => {
    const { headers } = await callEndpoint(app, patientEndpoints.list, {
      token: await mintToken(app, owner),
      headers: { 'x-request-id': 'mine' },
    })
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select('action')
      .where('request_id', '=', numberOf({ headers }))
      .execute()
    expect(rows).toEqual([{ action: 'patient.list' }])
  })
})

describe('a failure of the server', () => {
  it('is told with the beginning of the number that its log has', async () => {
    await app.owner.raw.query('alter table patients rename to patients_away')
    const { status, errors, headers } = await callEndpoint(app, patientEndpoints.list, {
      token: await mintToken(app, owner),
    })
    await app.owner.raw.query('alter table patients_away rename to patients')
    const number = numberOf({ headers })
    expect([status, errors]).toEqual([
      500,
      [{ code: '0001', message: 'general_error', params: { reference: number.slice(0, 8) } }],
    ])
    expect(app.log.filter((line) => line.includes(`"reqId":"${number}"`))).toHaveLength(1)
  })
})

describe('an address outside of the API', () => {
  const look = async (url: string) => {
    const { statusCode, headers, body } = await app.server.inject({ url })
    return { status: statusCode, type: headers['content-type'], isPage: body.includes('<title>Ulna</title>') }
  }

  it.each(['/', '/login', '/login/', '/register/any/path', '/app/patient/12/sign/13', '/app/calendar?day=x'])(
    'is the page where the app has one: %s',
    async (url) => {
      expect(await look(url)).toEqual({ status: 200, type: 'text/html; charset=utf-8', isPage: true })
    },
  )

  it.each([
    '/nothing',
    '/app/nothing',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/sitemap.xml',
    '/metrics',
    '/.well-known/security.txt',
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  ])('is not found elsewhere, and the page says so: %s', async (url) => {
    expect(await look(url)).toEqual({ status: 404, type: 'text/html; charset=utf-8', isPage: true })
  })

  it('leads managers of passwords to where the password is changed', async () => {
    const { statusCode, headers } = await app.server.inject({ url: '/.well-known/change-password' })
    expect([statusCode, headers.location]).toEqual([302, '/app/settings/security'])
  })
})

it('an endpoint without a body to read is asked about with HEAD by whoever watches the server', async () => {
  const { statusCode, body, headers } = await app.server.inject({
    method: 'HEAD',
    url: `/api${systemEndpoints.ready.path}`,
  })
  expect([statusCode, body]).toEqual([200, ''])
  expect(Number(headers['content-length'])).toBeGreaterThan(10)
})

it('H10 every answer of the API, a refusal too, names the build of the web app that is given out', async () => {
  const urls = ['/api/version', '/api/patient', '/api/nothing', '/']
  const builds = await Promise.all(
    urls.map(async (url) => (await app.server.inject({ url })).headers['ulna-build']),
  )
  const upload = app.endpoints.find((endpoint) => endpoint.upload)
  const refused = await app.server.inject({ method: 'POST', url: `/api${upload?.path}`, payload: 'x' })
  expect(builds[0]).toMatch(/^[\w-]{10}$/)
  expect(new Set([...builds, refused.headers['ulna-build']]).size).toBe(1)
})
