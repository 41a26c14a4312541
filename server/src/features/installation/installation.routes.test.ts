import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { systemEndpoints } from '@ulna/contract/system/system'
import { type Today, todayEndpoints } from '@ulna/contract/today/today'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'

describe('a server whose database is there', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await buildTestApp()
  })
  afterAll(() => app.close())

  it('is live and ready, and fresh until the demo is loaded', async () => {
    expect((await callEndpoint(app, systemEndpoints.live, {})).payload).toEqual({ status: 'live' })
    expect((await callEndpoint(app, systemEndpoints.ready, {})).payload).toEqual({ status: 'ready' })
    expect((await callEndpoint(app, systemEndpoints.installation, {})).payload).toEqual({
      fresh: true,
      language: 'es',
      restoreFault: null,
    })
  })

  it('answers the demo on the wire as the contract says: Today, the agenda, every page of a file', async () => {
    const loaded = await callEndpoint(app, systemEndpoints.loadDemo, {})
    expect(loaded.status).toBe(201)
    const token = (loaded.metadata as { token: string }).token
    // In the evening Today is about tomorrow: the demo has its nine visits on this very day.
    const day = dayOfInstant(new Date().toISOString(), 'America/Bogota')
    const today = (await callEndpoint(app, todayEndpoints.read, { token, query: { day } })).payload as Today
    expect(today.events).toHaveLength(9)
    expect(today.withoutNextVisit.length).toBeGreaterThan(2)
    const latest = (await callEndpoint(app, patientEndpoints.findLatestByUser, { token })).payload as {
      id: number
    }[]
    for (const { id } of latest) {
      const file = await callEndpoint(app, patientFileEndpoints.open, { params: { id }, token })
      expect(file.status).toBe(200)
      expect((file.payload as { records: unknown[] }).records.length).toBeGreaterThan(1)
    }
    expect((await callEndpoint(app, systemEndpoints.installation, {})).payload).toMatchObject({
      fresh: false,
    })
  })

  it('refuses to load the demo over a practice that is there', async () => {
    const again = await callEndpoint(app, systemEndpoints.loadDemo, {})
    expect([again.status, again.errors[0]?.message]).toEqual([409, 'already_exists'])
  })
})

describe('a server whose database is away', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await buildTestApp()
    await app.database.drop()
  })
  afterAll(() => app.close())

  it('says which version it is', async () => {
    const { status, payload } = await callEndpoint(app, systemEndpoints.version, {})
    expect([status, payload]).toEqual([200, { version: '0.0.0-test' }])
  })

  it('is live, not ready, and says when to come back', async () => {
    expect((await callEndpoint(app, systemEndpoints.live, {})).status).toBe(200)
    const ready = await app.server.inject({ method: 'GET', url: '/api/health/ready' })
    expect(ready.statusCode).toBe(503)
    expect(ready.headers['retry-after']).toBe('2')
    expect(ready.json()).toMatchObject({ errors: [{ message: 'service_unavailable' }] })
  })
})
