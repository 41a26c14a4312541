import path from 'node:path'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { beyondToken, nameOf, sampleOf } from '../sweeps/scene/endpoint-samples.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../sweeps/scene/practice-scene.ts'
import { auditTables, fingerprintOfPractice } from '../sweeps/scene/row-fingerprint.ts'
import { testServer } from '../test-practice.ts'
import { CountingProxy, type StatementFault, statementFaults } from './counting-proxy.ts'
import { reportFigures } from './figures.ts'
import { sizes } from './sizes.ts'

/** More statements than any use case has: the loop ends when a call gets through. */
const mostStatements = 80

const { host = '', port = 0 } = inject('postgres').owner
const proxy = new CountingProxy(path.join(host, `.s.PGSQL.${port}`))
/** The same installation, whose way to the database fails. */
let shaky: TestApp
/** Each use case has a practice of its own: what others left behind is in nobody's way. */
let owner: TestPerson

const app = await testServer({ alone: true })

beforeAll(async () => {
  await proxy.open()
  const { database } = app
  const appConnection = { ...database.appConnection, host: '127.0.0.1', port: proxy.port }
  shaky = await buildTestApp({ on: { ...app, database: { ...database, appConnection } } })
})
afterAll(async () => {
  await shaky.close()
  await proxy.close()
})

const writesForPractice = (endpoint: EndpointShape): boolean =>
  endpoint.method !== 'GET' &&
  typeof endpoint.access === 'object' &&
  endpoint.audit !== null &&
  !Object.hasOwn(beyondToken, nameOf(endpoint))

/** Endpoints of the daily work with a file; the long run takes every endpoint that writes. */
const daily = new Set([
  'POST /record',
  'PUT /record/:id',
  'DELETE /record/:id',
  'POST /record/:id/addenda',
  'PUT /draft/:patientId/:key',
  'PUT /patient/:id',
  'POST /sessionpackage/addRecordsToPackage/:id',
  'POST /signature/saveOrUpdateByPatientIdAndRecordId/:patientId/:recordId',
])

const callOn = async (endpoint: EndpointShape, scene: PracticeScene): Promise<TestAnswer> =>
  callEndpoint(shaky, endpoint, { ...sampleOf(endpoint, scene), token: await mintToken(app, owner) })

interface Counted {
  readonly events: number
  readonly rest: string
}

/** How many rows the trail has, and what everything else holds. */
const stateOf = async (): Promise<Counted> => {
  const prints = await fingerprintOfPractice(app, owner.practiceId)
  const [events, heads] = auditTables
  const { [events]: trail = '', [heads]: _, ...rest } = prints
  return { events: Number.parseInt(trail, 10), rest: JSON.stringify(rest) }
}

/** Names of the scene's patient and what records of it say. */
const personal = /Gómez|Lara|Mariana|hombro|L[aá]tex|Docente/

const expectNothingTold = (answer: TestAnswer, what: string): void => {
  const keys = answer.errors.map(({ message }) => message)
  expect([500, 503], `${what}: ${answer.text}`).toContain(answer.status)
  expect(['general_error', 'service_unavailable'], what).toContain(keys[0])
  expect(answer.text, what).not.toMatch(personal)
}

/**
 * Calls that leave their row in the trail and change nothing of the practice: what was installed before is installed,
 * what is printed or previewed is only noted, a part that is sent again is the same part, and a device that is handed
 * over is a matter of its session.
 */
const mayChangeNothing = new Set([
  'POST /record_module/install/:id',
  'POST /record/print/:patientId',
  'POST /appointment/preview',
  'POST /signature/handOver/:patientId/:recordId',
  'POST /signature/handBack',
  'PUT /upload/:id/part/:part',
])

/** All of it happened, with its one row in the trail, or none of it. */
const expectWholeOrNothing = (
  before: Counted,
  after: Counted,
  endpoint: EndpointShape,
  what: string,
): void => {
  const isChanged = before.rest !== after.rest
  const told = after.events - before.events
  if (!isChanged && mayChangeNothing.has(nameOf(endpoint))) expect([0, 1], what).toContain(told)
  else expect(told, what).toBe(isChanged ? 1 : 0)
}

/** Fails the statements of a use case in turn, beginning with `from`; answers how many it has. */
const failEach = async (endpoint: EndpointShape, fault: StatementFault, from: number): Promise<number> => {
  owner = await registerOwner(app)
  let scene = await stageScene(app, owner)
  for (let k = from; k <= mostStatements; k += sizes.share.statements) {
    const before = await stateOf()
    proxy.failAt(k, fault)
    const answer = await callOn(endpoint, scene)
    const sent = proxy.count
    proxy.failAt(Number.POSITIVE_INFINITY, fault)
    const after = await stateOf()
    const what = `${nameOf(endpoint)}, ${fault} at statement ${k}: ${answer.status}`
    if (answer.status < 300) {
      expect(after.events - before.events, what).toBe(1)
      if (sent < k) return sent
    } else {
      expectNothingTold(answer, what)
      expectWholeOrNothing(before, after, endpoint, what)
      if (fault === 'request lost') expect(after, what).toEqual(before)
    }
    if (before.rest !== after.rest) scene = await stageScene(app, owner)
  }
  throw new Error(`${nameOf(endpoint)} never got through`)
}

describe('A13 when the k-th statement fails', () => {
  it.each(statementFaults)(
    'of every use case, for every k (%s): all of it happened or nothing, and nothing personal is told',
    { timeout: sizes.patienceMs },
    async (fault) => {
      const endpoints = app.endpoints
        .filter(writesForPractice)
        .filter((one) => sizes.everyEndpoint || daily.has(nameOf(one)))
      expect(endpoints.length).toBeGreaterThanOrEqual(daily.size)
      let statements = 0
      const broken: string[] = []
      for (const [at, endpoint] of endpoints.entries())
        statements += await failEach(endpoint, fault, 1 + (at % sizes.share.statements)).catch(
          (error: Error) => broken.push(error.message),
        )
      expect(broken).toEqual([])
      reportFigures('A13', { fault, endpoints: endpoints.length, n: statements, failures: 0 })
      expect(statements).toBeGreaterThan(endpoints.length * 3)
    },
  )
})
