import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, buildApp } from '../../../src/app.ts'
import { openPool, type Pool } from '../../../src/platform/database/database.ts'
import { callEndpoint } from '../../client.ts'
import { registerOwner } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { dependenciesOf } from '../scene/app-dependencies.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { foreignCalls, meantForAnybody, placeOf } from '../scene/foreign-calls.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'

let server: App
let pool: Pool
let rewritten = 0

/** Cross-practice tables have no row-level security: what the server asks of them stays as it is. */
const crossPractice = /\b(invitations|memberships|sessions|practices)\b/

/** The statement without its own filter by practice, as if whoever wrote it had forgotten. */
const withoutFilter = (statement: string): string => {
  if (crossPractice.test(statement) && !/\bdoctors d\b/.test(statement)) return statement
  const changed = statement.replaceAll(
    /(\b\w+\.|"\w+"\.)?"?practice_id"? = (\$\d+)/g,
    '$2::bigint is not null',
  )
  if (changed !== statement) rewritten += 1
  return changed
}

/** What leaves things out of the own list, where nothing foreign is. */
const filters = ['GET /patient/findDuplicates', 'GET /settings/audit']

interface Parse {
  readonly text: string
}

/** A pool of the application's role for a server that forgets to filter by practice. */
const carelessPool = (): Pool => {
  const pool = openPool(app.database.appConnection, {
    size: 4,
    onIdleError: (error) => void app.log.push(error.message),
  })
  pool.raw.on('connect', (client) => {
    const { connection } = client as unknown as { connection: { parse(message: Parse): void } }
    const parse = connection.parse.bind(connection)
    connection.parse = (message) => parse({ ...message, text: withoutFilter(message.text) })
  })
  return pool
}

const { app, owner } = await testPractice({ alone: true })
const own = await stageScene(app, owner)
const other = await stageScene(app, await registerOwner(app))

beforeAll(async () => {
  pool = carelessPool()
  server = await buildApp({ ...dependenciesOf(app), pool })
  await server.server.ready()
})
afterAll(async () => {
  await server.server.close()
  await pool.close()
})

it('C5: row-level security alone keeps practices apart when no statement filters by practice', async () => {
  const before = await fingerprintOfPractice(app, other.practiceId)
  for (const [at, endpoint] of app.endpoints.entries()) {
    for (const foreign of dealt(foreignCalls(endpoint, own, other), sizes.share.visits, at)) {
      if (placeOf(foreign) in meantForAnybody) continue
      const isFilter = filters.some((name) => placeOf(foreign).startsWith(name))
      const { status, text } = await callEndpoint(server, endpoint, {
        ...foreign.input,
        token: await mintToken(app, owner),
      })
      expect(
        isFilter ? [200] : [400, 401, 403, 404],
        `${placeOf(foreign)} answered ${status} ${text}`,
      ).toContain(status)
      expect(text).not.toContain(other.canary)
    }
  }
  const closed = inCallOrder(app.endpoints).filter(({ access }) => access !== 'public')
  for (const endpoint of dealt(closed, sizes.share.visits)) {
    const { text } = await callEndpoint(server, endpoint, {
      ...sampleOf(endpoint, own),
      token: await mintToken(app, owner),
    })
    expect(text, nameOf(endpoint)).not.toContain(other.canary)
  }
  expect(await fingerprintOfPractice(app, other.practiceId)).toEqual(before)
  // Once a connection and statement.
  expect(rewritten).toBeGreaterThan(50)
})
