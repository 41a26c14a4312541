import { createReadStream, type ReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import { fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerOwner } from '../../../test/factories/people.ts'
import { mintKey } from '../../../test/sweeps/scene/keys.ts'
import { testServer } from '../../../test/test-practice.ts'
import { AppError } from '../app-error.ts'
import { Operators } from '../sessions/operators.ts'
import { KeyReader } from '../sessions/practice-keys.reading.ts'
import { SessionReader } from '../sessions/sessions.reading.ts'
import { useErrorAnswers } from './error-answers.ts'
import { registerRoutes } from './register-routes.ts'
import { FileAnswer } from './route.ts'
import { Strangers } from './strangers.ts'

const app = await testServer()
const server = fastify()
afterAll(() => server.close())

let secret: string
let opened: ReadStream
let isTrailAway: boolean

/** A read that leaves no row by itself, as every call of a key is noted beside; it answers the bytes of a file. */
const endpoint = fhirResourceEndpoints.readOrganization
const etag = '"as-it-is"'

beforeAll(async () => {
  const owner = await registerOwner(app)
  secret = (await mintKey(app, owner)).secret
  await server.register(cookie)
  useErrorAnswers(server, async () => undefined, { note: () => undefined })
  const handler = async () => {
    opened = createReadStream(fileURLToPath(import.meta.url))
    return new FileAnswer(opened, 'application/fhir+json', { etag })
  }
  registerRoutes(server, [{ endpoint, handler: handler as never }], {
    sessions: new SessionReader(app.pool.queries),
    keys: new KeyReader(app.pool.queries, async () => undefined),
    operators: new Operators(app.pool.queries, []),
    strangers: new Strangers(),
    strictAnswers: true,
    explainMissing: async (error) => error,
    noteKeyRead: async () => {
      if (isTrailAway) throw new AppError('service_unavailable')
    },
  })
})

const ask = async (
  method: 'GET' | 'HEAD',
  headers: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const url = '/api/fhir/R4/Organization/practice-1'
  const { statusCode } = await server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
  return statusCode
}

const isClosed = (): boolean => opened.closed

describe('a file that nobody is sent after all is closed', () => {
  it('where the trail cannot take the row of a key that asked for it', async () => {
    isTrailAway = true
    expect(await ask('GET')).toBe(503)
    await expect.poll(isClosed).toBe(true)
    expect(opened.bytesRead).toBe(0)
  })

  it('where whoever asks has it already, or asks what it is like', async () => {
    isTrailAway = false
    for (const [method, headers, status] of [
      ['GET', { 'if-none-match': etag }, 304],
      ['HEAD', {}, 200],
    ] as const) {
      expect(await ask(method, headers)).toBe(status)
      await expect.poll(isClosed).toBe(true)
    }
  })

  it('and one that is sent comes whole', async () => {
    isTrailAway = false
    expect(await ask('GET')).toBe(200)
    expect(opened.bytesRead).toBeGreaterThan(0)
    await expect.poll(isClosed).toBe(true)
  })
})
