import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { addMember, registerOwner, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import type { SampleInput } from '../samples/sample.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { foreignCalls } from '../scene/foreign-calls.ts'
import { mintToken, type SessionWish } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'
import { askRaw, listen, type RawAnswer } from '../scene/raw-request.ts'
import { urlFor } from '../scene/send-text.ts'
import { createWebDirectory, type WebDirectory } from '../scene/web-directory.ts'

let web: WebDirectory
let app: TestApp
let owner: TestPerson
let scene: PracticeScene
let other: PracticeScene
let port: number

beforeAll(async () => {
  web = await createWebDirectory()
  app = await buildTestApp({ webDirectory: web.directory })
  owner = await registerOwner(app)
  scene = await stageScene(app, owner)
  other = await stageScene(app, await registerOwner(app))
  port = await listen(app.server)
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

const reading = (): EndpointShape[] => inCallOrder(app.endpoints).filter(({ method }) => method === 'GET')

/** Answers that tell of the very calls that ask for them, and those that are others each time: they grow. */
const everLonger = new Set([
  'GET /settings/audit',
  'GET /settings/audit/export',
  'GET /patient/:id/openings',
  'GET /auth/captcha',
  // Encrypted with another key each time.
  'GET /calendar/day-sheet',
])

/** An answer without its moment, its number and what belongs to the connection. */
const comparable = (endpoint: EndpointShape, { status, headers }: RawAnswer): unknown => {
  const { date: _date, 'x-request-id': _number, 'transfer-encoding': _chunks, ...rest } = headers
  const { 'keep-alive': _alive, connection: _connection, 'content-length': length, ...kept } = rest
  return { status, ...kept, ...(everLonger.has(nameOf(endpoint)) ? {} : { length }) }
}

interface Trail {
  readonly action: string
  readonly userId: number | null
  readonly patientId: number | null
}

/** The rows that somebody's calls left so far. */
const rowsSoFar = async (): Promise<number> => {
  const { total } = await app.owner.queries
    .selectFrom('audit_heads')
    .select(({ fn }) => fn.sum<string>('seq').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const newestRows = async (count: number): Promise<Trail[]> => {
  const rows = await app.owner.queries
    .selectFrom('audit_events')
    .select(['action', 'user_id as userId', 'patient_id as patientId'])
    .orderBy('at', 'desc')
    .limit(count)
    .execute()
  return rows
}

/** An answer, and the rows it left. */
const ask = async (
  method: 'GET' | 'HEAD',
  path: string,
  token: string | null,
): Promise<{ answer: RawAnswer; rows: Trail[] }> => {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const before = await rowsSoFar()
  const answer = await askRaw(port, { method, path, headers })
  const count = (await rowsSoFar()) - before
  return { answer, rows: count === 0 ? [] : await newestRows(count) }
}

/** Compares HEAD of an endpoint with its GET and answers its status. */
const compare = async (
  endpoint: EndpointShape,
  input: SampleInput,
  token: string | null,
): Promise<number> => {
  const path = urlFor(endpoint, input)
  const head = await ask('HEAD', path, token)
  const get = await ask('GET', path, token)
  expect(head.answer.body, nameOf(endpoint)).toBe('')
  expect([comparable(endpoint, head.answer), head.rows], nameOf(endpoint)).toEqual([
    comparable(endpoint, get.answer),
    get.rows,
  ])
  return head.answer.status
}

describe('HEAD', () => {
  it.each(['owner', 'practitioner without clinical access', 'stale', 'nobody'] as const)(
    'is answered as GET is, without a body, and leaves the same rows: %s',
    async (kind) => {
      const member = await addMember(app, owner.practiceId, 'practitioner', false)
      const people = {
        owner,
        'practitioner without clinical access': member,
        stale: { ...owner, stale: true },
        nobody: null,
      } as const
      const who: SessionWish | null = people[kind]
      const token = who && (await mintToken(app, who))
      const statuses = new Set<number>()
      for (const endpoint of dealt(reading(), sizes.share.visits, kind.length))
        statuses.add(await compare(endpoint, sampleOf(endpoint, scene), token))
      expect([...statuses]).toContain(200)
      if (kind === 'nobody') expect([...statuses]).toContain(401)
    },
  )

  it('tells nothing of a thing of another practice', async () => {
    const token = await mintToken(app, owner)
    for (const endpoint of dealt(reading(), sizes.share.visits, 1)) {
      for (const { input, place } of foreignCalls(endpoint, scene, other)) {
        const { answer } = await ask('HEAD', urlFor(endpoint, input), token)
        const get = await ask('GET', urlFor(endpoint, input), token)
        expect([answer.status, answer.body], `${nameOf(endpoint)} ${place}`).toEqual([get.answer.status, ''])
      }
    }
  })

  it.each(['/', '/login', '/nothing', '/favicon.svg', '/assets/app.js', '/assets/nothing.js', '/api/docs'])(
    'is answered as GET is at %s',
    async (path) => {
      const [head, get] = [await ask('HEAD', path, null), await ask('GET', path, null)]
      const plain = ({ status, headers }: RawAnswer) => ({
        status,
        type: headers['content-type'],
        length: headers['content-length'],
        kept: headers['cache-control'],
      })
      expect(head.answer.body).toBe('')
      expect(plain(head.answer)).toEqual(plain(get.answer))
    },
  )
})
