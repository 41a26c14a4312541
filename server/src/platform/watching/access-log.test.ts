import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { systemEndpoints } from '@ulna/contract/system/system'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { registerOwner } from '../../../test/factories/people.ts'

const app = await buildTestApp({ logLevel: 'info' })
afterAll(() => app.close())
const owner = await registerOwner(app)

beforeEach(() => {
  app.log.length = 0
})

const lines = () =>
  app.log
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'answered')

describe('the access log', () => {
  it('has one line a call: its number, the pattern of its route, how it was answered and how long that took', async () => {
    const { id } = await createPatient(app, owner)
    app.log.length = 0
    const read = (which: number) =>
      callEndpoint(app, patientEndpoints.read, { params: { id: which }, token: owner.token })
    const answers = [await read(id), await read(id + 1_000_000)]
    const nowhere = await app.server.inject({ method: 'PUT', url: '/nowhere' })
    const noUrl = await app.server.inject({ url: '/%zz' })
    const found = lines()
    expect(found.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/api/patient/:id', 200],
      ['GET', '/api/patient/:id', 404],
      ['PUT', 'none', 404],
      ['GET', 'none', 400],
    ])
    expect(found.map(({ reqId }) => reqId)).toEqual(
      [...answers, nowhere, noUrl].map(({ headers }) => headers['x-request-id']),
    )
    for (const line of found) {
      expect(Object.keys(line).sort()).toEqual(
        ['hostname', 'level', 'method', 'ms', 'msg', 'pid', 'reqId', 'route', 'status', 'time'].sort(),
      )
      expect(line.ms).toBeGreaterThanOrEqual(0)
    }
  })

  it('is silent of what is asked every few seconds', async () => {
    await callEndpoint(app, systemEndpoints.live, {})
    await callEndpoint(app, systemEndpoints.ready, {})
    expect(lines()).toEqual([])
  })

  it('says nothing that somebody sent: no path, no query, no header, no body, no address', async () => {
    const canary = `canary${randomUUID().slice(0, 8)}`
    const headers = {
      authorization: `Bearer ${canary}`,
      cookie: `${canary}=${canary}`,
      'user-agent': canary,
      referer: `https://${canary}.example/`,
      'x-forwarded-for': '198.51.100.77',
      'x-request-id': canary,
      'idempotency-key': canary,
    }
    const urls = [`/api/patient/${canary}`, `/api/${canary}`, `/${canary}?${canary}=1`, `/%zz${canary}`]
    const bodies = [{ [canary]: canary }, canary, `{"${canary}`]
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
    const written = methods.flatMap((method) => bodies.map((payload) => ({ method, payload })))
    const calls = urls.flatMap((url) =>
      [{ method: 'GET' as const }, ...written].map((call) => ({ ...call, url: `${url}?q=${canary}` })),
    )
    for (const call of calls) await app.server.inject({ ...call, headers, remoteAddress: '192.0.2.199' })
    await createPatient(app, owner, { firstName: canary, lastName: canary })
    await callEndpoint(app, patientEndpoints.list, { token: owner.token, query: { q: canary } })
    await callEndpoint(app, accountEndpoints.login, {
      body: { username: `${canary}@example.test`, password: canary, remember: false },
    })
    expect(lines().length).toBeGreaterThan(50)
    const text = app.log.join('\n')
    for (const secret of [canary, '192.0.2.199', '198.51.100.77', owner.username, owner.token])
      expect(text).not.toContain(secret)
  })
})
