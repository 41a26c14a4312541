import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { askRaw, listen, type RawAnswer } from '../scene/raw-request.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'
import { urlFor } from '../scene/send-text.ts'

let port: number
/** What the browser adds by itself, and a Bearer token as if a page had got hold of one. */
let credentials: Record<string, string>

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

beforeAll(async () => {
  const { cookies } = await signIn(app, owner.username)
  credentials = {
    cookie: cookies.map((one) => one.split(';')[0]).join('; '),
    authorization: `Bearer ${await mintToken(app, owner)}`,
  }
  port = await listen(app.server)
})

const json = { 'content-type': 'application/json' }

/** How a foreign page can make a browser send a request. */
const attacks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'foreign Origin': { ...json, origin: 'https://evil.test' },
  'null Origin': { ...json, origin: 'null' },
  'Origin with the right name in front': { ...json, origin: 'http://localhost:3000.evil.test' },
  'Origin with the right name behind': { ...json, origin: 'http://evil-localhost:3000' },
  'Origin of another port': { ...json, origin: 'http://localhost:3001' },
  'Origin of another scheme': { ...json, origin: 'https://localhost:3000' },
  'Origin with a user': { ...json, origin: 'http://localhost:3000@evil.test' },
  'empty Origin': { ...json, origin: '' },
  'Sec-Fetch-Site cross-site': { ...json, 'sec-fetch-site': 'cross-site' },
  'cross-site with the right Origin': {
    ...json,
    origin: 'http://localhost:3000',
    'sec-fetch-site': 'cross-site',
  },
  'Sec-Fetch-Site same-site': { ...json, 'sec-fetch-site': 'same-site' },
  'Host that was rebound': { ...json, host: 'evil.test', origin: 'http://evil.test' },
}

/** Content types a form can send without asking first. */
const forms: Readonly<Record<string, string>> = {
  'text/plain': 'text/plain',
  'text/plain that says it is JSON': 'text/plain; application/json',
  form: 'application/x-www-form-urlencoded',
  'form with files': 'multipart/form-data; boundary=x',
  'JSON of another kind': 'application/x-json',
  'no type a server knows': 'x',
}

/** Also a path that says the same in other letters: guards that compare texts do not see it. */
const spellings: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => url.replace('/api', '/%61pi'),
  (url) =>
    url.replace(
      /\/(\w)(\w*)$/,
      (_, letter: string, rest: string) => `/%${letter.charCodeAt(0).toString(16)}${rest}`,
    ),
]

/** A stream changes nothing, and what it would tell goes on for as long as the foreign page is open. */
const isChanging = (endpoint: EndpointShape): boolean =>
  endpoint.method !== 'GET' || nameOf(endpoint) === 'GET /auth/refresh' || endpoint.events !== undefined

const send = (endpoint: EndpointShape, url: string, headers: Record<string, string>): Promise<RawAnswer> => {
  const { body } = sampleOf(endpoint, scene)
  const text = endpoint.method === 'GET' ? undefined : JSON.stringify(body ?? {})
  return askRaw(port, {
    method: endpoint.method,
    path: url,
    headers: { ...credentials, ...headers },
    body: text,
  })
}

const uploadTypes = {
  bytes: { 'content-type': 'application/octet-stream' },
  multipart: { 'content-type': 'multipart/form-data; boundary=x' },
} as const

const typeOfUpload = ({ upload }: EndpointShape): Record<string, string> =>
  upload ? uploadTypes[upload] : {}

const changing = (): EndpointShape[] => inCallOrder(app.endpoints).filter(isChanging)

const wholeDatabase = async (): Promise<unknown> => ({
  ...(await fingerprintOfDatabase(app)),
  sessions: await app.owner.queries.selectFrom('sessions').selectAll().orderBy('id').execute(),
})

describe('G10: a request that another site made a browser send', () => {
  it.each(Object.entries(attacks))(
    'is refused by every route that changes something: %s',
    async (_, headers) => {
      const before = await wholeDatabase()
      for (const [at, endpoint] of changing().entries()) {
        for (const spelling of dealt(spellings, sizes.share.visits, at)) {
          const url = spelling(urlFor(endpoint, sampleOf(endpoint, scene)))
          const answer = await send(endpoint, url, headers)
          expect(answer.status, `${endpoint.method} ${url} ${answer.body}`).toBe(403)
          expect(answer.headers['set-cookie']).toBeUndefined()
          expect(answer.headers['access-control-allow-origin']).toBeUndefined()
        }
      }
      expect(await wholeDatabase()).toEqual(before)
    },
  )

  it.each(Object.entries(forms))('is refused as a form: %s', async (_, type) => {
    const before = await wholeDatabase()
    // A file may come in a form, to whoever brings a Bearer token, which no foreign page has.
    const takers = changing().filter(({ method, upload }) => method !== 'GET' && upload !== 'multipart')
    for (const endpoint of takers) {
      const answer = await send(endpoint, urlFor(endpoint, sampleOf(endpoint, scene)), {
        'content-type': type,
      })
      expect(answer.status, `${nameOf(endpoint)} ${answer.body}`).toBe(415)
    }
    expect(await wholeDatabase()).toEqual(before)
  })

  it('is refused when it brings no header and nothing but the cookie', async () => {
    const before = await wholeDatabase()
    for (const endpoint of changing().filter(({ access }) => access !== 'public')) {
      const { cookie = '' } = credentials
      const { body } = sampleOf(endpoint, scene)
      const answer = await askRaw(port, {
        method: endpoint.method,
        path: urlFor(endpoint, sampleOf(endpoint, scene)),
        headers: { cookie, ...json, ...typeOfUpload(endpoint) },
        body: JSON.stringify(body ?? {}),
      })
      expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 401])
    }
    expect(await wholeDatabase()).toEqual(before)
  })

  it('is told apart from one of our own page', async () => {
    const own: readonly Record<string, string>[] = [
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
      { origin: `http://127.0.0.1:${port}` },
      {},
    ]
    const endpoint = app.endpoints.find((one) => nameOf(one) === 'PUT /auth/preferences')
    if (!endpoint) throw new Error('PUT /auth/preferences is gone')
    for (const headers of own)
      expect((await send(endpoint, '/api/auth/preferences', { ...json, ...headers })).status).toBe(200)
  })
})

describe('G14: preflight requests', () => {
  it('are answered without leave for anybody', async () => {
    for (const endpoint of app.endpoints) {
      const path = urlFor(endpoint, sampleOf(endpoint, scene))
      const answer = await askRaw(port, {
        method: 'OPTIONS',
        path,
        headers: { origin: 'https://evil.test', 'access-control-request-method': endpoint.method },
      })
      expect([403, 405], path).toContain(answer.status)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
