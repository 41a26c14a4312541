import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, buildApp } from '../../../src/app.ts'
import { openPool } from '../../../src/platform/database/database.ts'
import { reportFigures } from '../../faults/figures.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { unlikeTheServer } from '../../statements/sent-statements.ts'
import { testPractice } from '../../test-practice.ts'
import type { SampleInput } from '../samples/sample.ts'
import { dependenciesOf } from '../scene/app-dependencies.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { leavesOf, withLeaf } from '../scene/json/leaves.ts'
import { readOperations } from '../scene/json/openapi-operations.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { asSent, sendText, urlFor } from '../scene/send-text.ts'
import { namePayloads, sqlPayloads } from './sql-payloads.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)
const operationOf = await readOperations(app)

/** What the database refused, as it said it to the server, whatever that made of it. */
const refusals: string[] = []
const pool = openPool(app.database.appConnection, { size: 5, onIdleError: () => undefined })
pool.raw.on('connect', (client: pg.PoolClient) => {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => refusals.push(code ?? 'none'))
})

let listening: App
beforeAll(async () => {
  listening = await buildApp({ ...dependenciesOf(app), pool })
  await listening.server.ready()
})
afterAll(async () => {
  await listening.server.close()
  await pool.close()
})

/** Class 42: syntax errors, and names or rights that are not there. */
const isOfText = (code: string): boolean => code.startsWith('42')

type Place = (payload: string) => SampleInput

/** Each place of a call that a caller fills with a text: path, what the query may name, headers aside, and body. */
const placesOf = (endpoint: EndpointShape): [string, Place][] => {
  const input = sampleOf(endpoint, scene)
  const named = (operationOf(endpoint).parameters ?? []).filter((one) => one.in === 'query')
  return [
    ...Object.keys(input.params ?? {}).map((name): [string, Place] => [
      `path ${name}`,
      (payload) => withLeaf(input, ['params', name], payload),
    ]),
    ...named.map(({ name }): [string, Place] => [
      `query ${name}`,
      (payload) => ({ ...input, query: { ...input.query, [name]: payload } }),
    ]),
    ...leavesOf({ body: input.body })
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([place, value]): [string, Place] => [
        place.join('.'),
        (payload) =>
          withLeaf(
            input,
            place,
            typeof value === 'string' && value.length < 40 ? `${value}${payload}` : payload,
          ),
      ]),
  ]
}

const payloads = [...Object.values(sqlPayloads).flat(), ...namePayloads]
const sleeping = new Set([
  ...sqlPayloads.time,
  ...namePayloads.filter((payload) => payload.includes('sleep')),
])

it('E2 there are more than a hundred payloads of each kind, and what the database refuses is heard', async () => {
  for (const kind of Object.values(sqlPayloads)) expect(new Set(kind).size).toBeGreaterThanOrEqual(100)
  const before = refusals.length
  for (const statement of [`select 'a' or 1=1`, `select 'a''`])
    await expect(unlikeTheServer(() => pool.raw.query(statement))).rejects.toThrow()
  expect(refusals.slice(before).filter(isOfText)).toHaveLength(1)
  refusals.length = 0
})

interface Call {
  readonly endpoint: EndpointShape
  readonly input: SampleInput
  readonly what: string
  /** A statement with it would take five seconds. */
  readonly sleeps: boolean
}

/** Every place of an endpoint with one payload after the other; the share of `npm test` begins with another one at each. */
function* callsOf(endpoint: EndpointShape, from: number): Generator<Call> {
  for (const [at, [place, inputFor]] of placesOf(endpoint).entries()) {
    for (const payload of dealt(payloads, sizes.share.payloads, from * 31 + at * 7))
      yield {
        endpoint,
        input: inputFor(payload),
        what: `${nameOf(endpoint)} ${place} ${payload}`,
        sleeps: sleeping.has(payload),
      }
  }
}

/** What is wrong with how a call was answered; empty where nothing is. */
const faultsOf = (what: string, status: number): string[] => {
  const ofText = refusals.splice(0).filter(isOfText)
  return [
    ...(status >= 500 ? [`${what} answered ${status}`] : []),
    ...(ofText.length > 0 ? [`${what}: the database refused with ${ofText.join()}`] : []),
  ]
}

const send = async ({ endpoint, input }: Call, token: string): Promise<{ status: number; ms: number }> => {
  const startedAt = performance.now()
  const call = { url: urlFor(endpoint, input), body: asSent(input.body), token }
  const { status } = await sendText(listening, endpoint, call)
  return { status, ms: performance.now() - startedAt }
}

it('E2 no parameter of any endpoint becomes part of a statement', { timeout: sizes.patienceMs }, async () => {
  let calls = 0
  const slowest = { ms: 0, what: '' }
  const faults: string[] = []
  const chosen = dealt(inCallOrder(app.endpoints), sizes.share.endpoints, 7).filter(
    (endpoint) => !(nameOf(endpoint) in beyondToken),
  )
  for (const [at, endpoint] of chosen.entries()) {
    const token = await mintToken(app, owner)
    for (const call of callsOf(endpoint, at)) {
      const { status, ms: first } = await send(call, token)
      faults.push(...faultsOf(call.what, status))
      // A statement that sleeps does so each time, a busy machine does not.
      const isSlow = call.sleeps && first >= sizes.sleepMs
      const ms = isSlow ? Math.min(first, (await send(call, token)).ms) : first
      // What is taken for what it means may do some work.
      if (call.sleeps && ms > slowest.ms) Object.assign(slowest, { ms, what: call.what })
      calls += 1
    }
  }
  reportFigures('E2', {
    calls,
    payloads: payloads.length,
    slowestMs: Math.round(slowest.ms),
    of: slowest.what,
  })
  expect(faults).toEqual([])
  expect(calls).toBeGreaterThan(chosen.length)
  expect(slowest.ms, slowest.what).toBeLessThan(sizes.sleepMs)
  const { rows } = await sql`select 1 from pg_class where relname = 'injected'`.execute(app.owner.queries)
  expect(rows).toEqual([])
})
