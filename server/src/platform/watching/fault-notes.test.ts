import { type ErrorKey, errorCatalogue } from '@ulna/contract/errors'
import { type Fault, type MonitoringStand, monitoringEndpoints } from '@ulna/contract/monitoring/monitoring'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { AppError } from '../app-error.ts'
import { useErrorAnswers } from '../http/error-answers.ts'
import { FaultNotes } from './fault-notes.ts'

const app = await buildTestApp()
afterAll(() => app.close())
/** The account that was made first runs the installation. */
const operator = await registerOwner(app)

const list = (of: TestApp) => callEndpoint(of, patientEndpoints.list, { token: operator.token })
const faults = async (): Promise<readonly Fault[]> => {
  const { payload } = await callEndpoint(app, monitoringEndpoints.read, { token: operator.token })
  return (payload as MonitoringStand).faults
}
const referenceOf = ({ headers, errors }: Awaited<ReturnType<typeof list>>): string => {
  const reference = String(errors[0]?.params?.reference)
  expect(reference).toBe(String(headers['x-request-id']).slice(0, 8))
  return reference
}

/** Nobody is let into the database, and whoever is in is out. */
const letNobodyIn = async (isShut: boolean): Promise<void> => {
  const client = new pg.Client(inject('postgres').owner)
  await client.connect()
  await client.query(`alter database ${app.database.name} connection limit ${isShut ? 0 : -1}`)
  if (isShut)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${app.database.name}'`,
    )
  await client.end()
}

describe('a fault', () => {
  it('is told with the number by which whoever runs the installation finds it, and nothing of who met it', async () => {
    const beside = await buildTestApp({ on: app })
    await sql`alter table patients rename to patients_away`.execute(app.owner.queries)
    const met = await list(beside)
    await sql`alter table patients_away rename to patients`.execute(app.owner.queries)
    await beside.close()
    expect(met).toMatchObject({ status: 500, errors: [{ message: 'general_error' }] })
    const { rows } = await sql<object>`select * from operator_faults`.execute(app.owner.queries)
    const fault = {
      reference: referenceOf(met),
      method: 'GET',
      route: '/api/patient',
      status: 500,
      key: 'general_error',
    }
    expect(rows).toEqual([{ id: 1, at: expect.any(Date), ...fault }])
    expect(await faults()).toEqual([{ at: expect.any(String), ...fault }])
  })

  it('is noted afterwards where it was that the database was away', async () => {
    const beside = await buildTestApp({ on: app })
    await letNobodyIn(true)
    const met = await list(beside).finally(() => letNobodyIn(false))
    expect(met).toMatchObject({ status: 503, errors: [{ message: 'service_unavailable' }] })
    await beside.close()
    expect((await faults())[0]).toMatchObject({ reference: referenceOf(met), status: 503 })
  })

  it('is kept for thirty days, and no more than a thousand of them are', async () => {
    await sql`insert into operator_faults (reference, at, method, route, status, key)
      select 'old-' || n, now() - make_interval(days => n), 'GET', '/x', 500, 'general_error'
      from generate_series(28, 33) n`.execute(app.owner.queries)
    await app.jobs['monitoring.watch']?.({}, { jobId: '1' })
    const old = async () => {
      const { rows } = await sql<{ reference: string }>`select reference from operator_faults
        where reference like 'old-%' order by 1`.execute(app.owner.queries)
      return rows.map(({ reference }) => reference)
    }
    expect(await old()).toEqual(['old-28', 'old-29'])
    await sql`insert into operator_faults (reference, at, method, route, status, key)
      select 'many-' || n, now(), 'GET', '/x', 500, 'general_error' from generate_series(1, 1200) n`.execute(
      app.owner.queries,
    )
    await app.jobs['monitoring.watch']?.({}, { jobId: '1' })
    const { rows } = await sql<{ kept: number; first: string }>`select count(*)::int as kept,
      min(id) filter (where reference = 'many-201') = min(id) as first from operator_faults`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ kept: 1000, first: true }])
    expect(await faults()).toHaveLength(50)
  })
})

describe('every answer of 500 and above', () => {
  it('has the number of its call, and is noted; no other is', async () => {
    const noted: Fault[] = []
    const server = fastify()
    useErrorAnswers(server, async () => undefined, { note: (fault) => void noted.push(fault) })
    server.get('/throws/:key', ({ params }) => {
      throw new AppError((params as { key: ErrorKey }).key)
    })
    server.get('/breaks', () => {
      throw new TypeError('something of ours')
    })
    const keys = Object.keys(errorCatalogue) as ErrorKey[]
    const failures = keys.filter((key) => errorCatalogue[key].status >= 500)
    expect(failures.length).toBeGreaterThan(1)
    for (const url of [...keys.map((key) => `/throws/${key}`), '/breaks']) {
      noted.length = 0
      const answer = await server.inject({ url })
      const [error] = answer.json().errors
      expect([noted.length, typeof error.params?.reference]).toEqual(
        answer.statusCode >= 500 ? [1, 'string'] : [0, 'undefined'],
      )
      if (answer.statusCode >= 500)
        expect(noted[0]).toMatchObject({ reference: error.params.reference, status: answer.statusCode })
    }
    await server.close()
  })
})

describe('faults that wait to be noted', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const fault = (n: number): Fault => ({
    ...{ reference: `fault-${n}`, at: new Date().toISOString(), method: 'GET', route: '/x' },
    ...{ status: 503, key: 'service_unavailable' },
  })

  it('are written together by themselves, and again where that failed; the newest hundred of them', async () => {
    vi.useFakeTimers()
    let isAway = true
    const written: string[][] = []
    const notes = new FaultNotes(async (some) => {
      if (isAway) throw new Error('the database is away')
      written.push(some.map(({ reference }) => reference))
    })
    for (let n = 1; n <= 250; n += 1) {
      notes.note(fault(n))
      if (n % 100 === 0) await vi.runOnlyPendingTimersAsync()
    }
    isAway = false
    await vi.runOnlyPendingTimersAsync()
    expect(written).toEqual([Array.from({ length: 100 }, (_, at) => `fault-${151 + at}`)])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are let go of where the process ends and the database is still away', async () => {
    vi.useFakeTimers()
    const notes = new FaultNotes(async () => {
      throw new Error('the database is away')
    })
    notes.note(fault(1))
    await notes.close()
    notes.note(fault(2))
    expect(vi.getTimerCount()).toBe(0)
  })
})
