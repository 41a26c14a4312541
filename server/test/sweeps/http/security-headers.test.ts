import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'
import { askRaw, listen, type RawAnswer, sendBytes } from '../scene/raw-request.ts'
import { urlFor } from '../scene/send-text.ts'
import { createWebDirectory, type WebDirectory } from '../scene/web-directory.ts'

let web: WebDirectory
let app: TestApp
let owner: TestPerson
let scene: PracticeScene
let port: number

beforeAll(async () => {
  web = await createWebDirectory()
  app = await buildTestApp({ webDirectory: web.directory })
  owner = await registerOwner(app)
  scene = await stageScene(app, owner)
  port = await listen(app.server)
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

type Rule = readonly [header: string, holds: (value: string) => boolean]

/** What every answer must say. */
const always: readonly Rule[] = [
  [
    'strict-transport-security',
    (value) => Number(/max-age=(\d+)/.exec(value)?.[1]) >= 31_536_000 && value.includes('includeSubDomains'),
  ],
  [
    'content-security-policy',
    (value) =>
      value.includes("frame-ancestors 'none'") &&
      value.includes("default-src 'none'") &&
      !/unsafe-|\*/.test(value),
  ],
  ['x-content-type-options', (value) => value === 'nosniff'],
  ['referrer-policy', (value) => value === 'no-referrer'],
]

/** What must not be kept by anybody on the way; only files of the web app, whose names change with them, may be. */
const notKept: Rule = ['cache-control', (value) => value === 'no-store']

/**
 * Answers that may be kept: by anybody a logo, which mails show too, and which has another link when it is another
 * picture; by the calendar program alone what it shows, for which it asks each time whether that still stands.
 */
const kept = ['GET /practice/:id/logo/:key', 'GET /calendar/feed/:token']

/** What would tell an attacker what runs here. */
const neverSent = ['server', 'x-powered-by', 'access-control-allow-origin', 'x-aspnet-version']

const missingIn = (headers: Readonly<Record<string, unknown>>, rules: readonly Rule[]): string[] => [
  ...rules
    .filter(([name, holds]) => !holds(String(headers[name] ?? '')))
    .map(([name]) => `${name}: ${String(headers[name])}`),
  ...neverSent.filter((name) => name in headers),
]

const check = (
  what: string,
  { headers }: Pick<RawAnswer, 'headers'>,
  rules: readonly Rule[] = [...always, notKept],
): void => expect(missingIn(headers, rules), what).toEqual([])

interface Given {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly anonymous?: true
}

const ask = async (path: string, given: Given = {}): Promise<RawAnswer> => {
  const authorization = given.anonymous ? {} : { authorization: `Bearer ${await mintToken(app, owner)}` }
  return askRaw(port, {
    path,
    method: given.method ?? 'GET',
    headers: { ...authorization, ...given.headers },
    body: given.body,
  })
}

const json = { 'content-type': 'application/json' }

describe('G15: security headers', () => {
  it('stand on every answer of every endpoint: granted, not signed in, bad input', async () => {
    for (const endpoint of dealt(inCallOrder(app.endpoints), sizes.share.visits)) {
      const input = sampleOf(endpoint, scene)
      const url = urlFor(endpoint, input)
      const body = input.body === undefined ? undefined : JSON.stringify(input.body)
      const given = {
        method: endpoint.method,
        headers: body === undefined ? {} : json,
        ...(body === undefined ? {} : { body }),
      }
      const rules = kept.includes(nameOf(endpoint)) ? always : [...always, notKept]
      check(`${nameOf(endpoint)} not signed in`, await ask(url, { ...given, anonymous: true }), rules)
      check(`${nameOf(endpoint)} bad input`, await ask(url, { ...given, headers: json, body: '{' }), rules)
      check(`${nameOf(endpoint)} granted`, await ask(url, given), rules)
    }
  })

  const odd: readonly { readonly status: number; readonly path: string; readonly given?: Given }[] = [
    { status: 404, path: '/api/nothing' },
    { status: 404, path: '/api' },
    { status: 404, path: '/assets/nothing.js' },
    { status: 404, path: '/nothing', given: { method: 'POST' } },
    { status: 200, path: '/', given: { method: 'HEAD' } },
    { status: 404, path: '/nothing', given: { method: 'HEAD' } },
    { status: 405, path: '/api/patient', given: { method: 'PATCH', headers: json, body: '{}' } },
    { status: 405, path: '/api/patient', given: { method: 'OPTIONS' } },
    { status: 400, path: '/api/patient/%zz' },
    { status: 404, path: `/api/patient/findByName/${'x'.repeat(400)}` },
    { status: 401, path: '/api/patient', given: { headers: { authorization: 'Bearer x' } } },
    {
      status: 403,
      path: '/api/patient',
      given: { method: 'POST', headers: { origin: 'https://evil.test' } },
    },
    {
      status: 413,
      path: '/api/auth/login',
      given: { method: 'POST', headers: json, body: `"${'x'.repeat(2_200_000)}"` },
    },
    {
      status: 415,
      path: '/api/auth/login',
      given: { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    },
    { status: 400, path: '/api/auth/login', given: { method: 'POST', headers: json, body: '{"a":1,"a":2}' } },
    { status: 200, path: '/api/openapi.json' },
    { status: 200, path: '/api/docs' },
    { status: 200, path: '/' },
    { status: 200, path: '/app/patient/12' },
    { status: 404, path: '/patients/12' },
    { status: 404, path: '/favicon.ico' },
    { status: 302, path: '/.well-known/change-password' },
  ]

  it.each(odd)('stand on the answer $status to $path', async ({ status, path, given }) => {
    const answer = await ask(path, given)
    expect(answer.status, answer.body).toBe(status)
    check(path, answer)
  })

  it('stand on files of the web app, which alone may be kept, for good where their names change with them', async () => {
    for (const path of ['/assets/app.js', '/assets/app.css', '/favicon.svg']) {
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      check(path, answer, always)
    }
    expect((await ask('/assets/app.js')).headers['cache-control']).toContain('immutable')
    expect((await ask('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  const noHttp: readonly (readonly [what: string, bytes: string])[] = [
    ['what is no HTTP', 'hello\r\n\r\n'],
    ['a method nobody knows', 'BREW /api/patient HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a header that is too large', `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(70_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    ],
    [
      'a length and chunks',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ]

  it.each(noHttp)('stand on the answer to %s', async (what, bytes) => {
    const [head = ''] = (await sendBytes(port, bytes)).split('\r\n\r\n')
    const [status = '', ...lines] = head.split('\r\n')
    expect(status).toMatch(/^HTTP\/1\.1 4\d\d /)
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    check(what, { headers }, [...always, notKept])
  })

  it('give every page a nonce of its own and allow nothing else to run', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/', '/api/docs']) {
      const { headers, body } = await ask(path)
      const policy = String(headers['content-security-policy'])
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(nonce.length).toBeGreaterThanOrEqual(22)
      if (path === '/') expect(body).toContain(`nonce="${nonce}"`)
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|http:|\*/)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })
})
