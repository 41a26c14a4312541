import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { createWebDirectory } from '../../../test/sweeps/scene/web-directory.ts'
import { Metrics } from './metrics.ts'
import { listenForMetrics } from './metrics-server.ts'

const token = 'a token for whoever watches'
const web = await createWebDirectory()
const app = await buildTestApp({ metricsToken: token, webDirectory: web.directory, rateLimits: true })
afterAll(async () => {
  await app.close()
  await web.remove()
})

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

// Any case: it is read as Go reads numbers, and the library writes `Nan`.
const line =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (nan|[+-]?inf|[-+0-9.e]+)$/i

/** The text as Prometheus reads it (Exposition formats, version 0.0.4); whatever it would not read is thrown. */
const parse = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((one) => one !== '' && !/^# (HELP|TYPE) ulna_|^# (HELP|TYPE) [a-z]/.test(one))
    .map((one) => {
      const found = line.exec(one)
      if (!found) throw new Error(`this is no sample: ${one}`)
      const [, name = '', labels = '', value = ''] = found
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })

const ask = (authorization?: string) =>
  app.server.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
const samples = async (): Promise<Sample[]> => parse((await ask(`Bearer ${token}`)).body)
const told = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> =>
  (await samples()).find(
    (one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
  )?.value ?? 0

let owner: TestPerson
beforeAll(async () => {
  owner = await registerOwner(app)
})

describe('/metrics', () => {
  it('is for whoever brings the token, and otherwise a page that is not there', async () => {
    const answer = await ask(`Bearer ${token}`)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      ...[200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store'],
    ])
    const unknown = await app.server.inject({ url: '/api/there-is-no-such-page' })
    for (const wrong of [undefined, '', token, `Bearer ${token}x`, 'Bearer ', `Basic ${token}`]) {
      const refused = await ask(wrong)
      expect([refused.statusCode, refused.body]).toEqual([404, unknown.body])
      expect(refused.headers['www-authenticate']).toBeUndefined()
    }
    for (const method of ['POST', 'HEAD', 'PUT'] as const)
      expect((await app.server.inject({ method, url: '/metrics' })).statusCode, method).toBe(404)
  })

  it('is nobody’s where no token was set', async () => {
    const without = await buildTestApp({ on: app })
    const answer = await without.server.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })
    expect(answer.statusCode).toBe(404)
    await without.close()
  })

  it('counts calls by the pattern of their route, and faults', async () => {
    const { id } = await createPatient(app, owner)
    const route = '/api/patient/:id'
    const labels = { method: 'GET', route, status: '200' }
    const before = await told('ulna_http_answer_seconds_count', labels)
    for (let at = 0; at < 3; at += 1)
      await callEndpoint(app, patientEndpoints.read, { params: { id }, token: owner.token })
    expect(await told('ulna_http_answer_seconds_count', labels)).toBe(before + 3)
    expect(await told('ulna_http_answer_seconds_bucket', { ...labels, le: '+Inf' })).toBe(before + 3)
    expect(await told('ulna_http_faults_total', { route })).toBe(0)
    await sql`alter table patients rename to patients_away`.execute(app.owner.queries)
    await callEndpoint(app, patientEndpoints.read, { params: { id }, token: owner.token })
    await sql`alter table patients_away rename to patients`.execute(app.owner.queries)
    expect(await told('ulna_http_faults_total', { route })).toBe(1)
  })

  const canary = 'Xilofonista'

  /** Calls with something of somebody wherever a call can have it; answers the numbers that were in them. */
  const callWithCanaries = async (): Promise<string[]> => {
    const { id } = await createPatient(app, owner)
    const paths = [
      `/api/patient/${id}?name=${canary}`,
      `/api/patient?q=${canary}&limit=2`,
      `/api/${canary}/${id}`,
      `/${canary}?mail=${owner.username}`,
      `/app/patients/${id}`,
      `/assets/${canary}.js`,
      `/%zz${canary}`,
    ]
    for (const url of paths)
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'] as const)
        await app.server.inject({ method, url, headers: { authorization: `Bearer ${owner.token}` } })
    await callEndpoint(app, accountEndpoints.login, {
      body: { username: `${canary}@example.test`, password: canary, remember: false },
    })
    return [String(id), String(owner.practiceId), String(owner.userId)]
  }

  it('has no label with an id, a name, an address or anything else that somebody typed', async () => {
    const numbers = await callWithCanaries()
    const all = (await samples()).filter(({ name }) => name.startsWith('ulna_'))
    const keys = new Set(all.flatMap(({ labels }) => Object.keys(labels)))
    expect([...keys].sort()).toEqual(['le', 'method', 'of', 'route', 'status', 'version'])
    const known = app.endpoints.map(({ path }) => `/api${path}`)
    const routes = new Set([...known, 'none', '/metrics', '/*', '/assets/*'])
    const valuesOf = (key: string) => all.flatMap(({ labels }) => labels[key] ?? [])
    for (const route of valuesOf('route')) expect(routes).toContain(route)
    for (const method of valuesOf('method')) expect(method).toMatch(/^[A-Z]+$/)
    for (const status of valuesOf('status')) expect(status).toMatch(/^\d{3}$/)
    for (const of of valuesOf('of')) expect(numbers).not.toContain(of)
    const { body } = await ask(`Bearer ${token}`)
    for (const secret of [canary, owner.username, 'example.test']) expect(body).not.toContain(secret)
  })

  it('tells the figures of the database and its queue, and those of the process while the database is away', async () => {
    await sql`insert into backups (target, name, at, ended_at, state)
      values ('/x', '1', '2026-02-03T04:05:06Z', now(), 'good')`.execute(app.owner.queries)
    await sql`select graphile_worker.add_job('contact.message')`.execute(app.owner.queries)
    const waiting = await told('ulna_jobs_waiting')
    expect(waiting).toBeGreaterThan(0)
    expect(await told('ulna_mails', { of: 'waiting' })).toBeGreaterThan(0)
    expect(await told('ulna_backup_last_good_timestamp_seconds')).toBe(
      Date.parse('2026-02-03T04:05:06Z') / 1000,
    )
    expect(await told('ulna_database_connections', { of: 'open' })).toBeGreaterThan(0)
    await sql`alter table backups rename to backups_away`.execute(app.owner.queries)
    const names = new Set((await samples()).map(({ name }) => name))
    await sql`alter table backups_away rename to backups`.execute(app.owner.queries)
    expect(names).not.toContain('ulna_backup_last_good_timestamp_seconds')
    expect(names).toContain('ulna_database_connections')
    expect(names).toContain('process_cpu_seconds_total')
    expect(names).toContain('ulna_version_info')
  })

  it('tells everybody who asks at a time the same whole figures', async () => {
    const metrics = new Metrics('1', [
      {
        name: 'slow_figures',
        help: 'Figures that take their time',
        read: () => Promise.resolve({ first: 1, second: 2 }),
      },
    ])
    const asked: ReturnType<typeof metrics.text>[] = []
    for (let at = 0; at < 60; at += 1) {
      asked.push(metrics.text())
      await Promise.resolve()
    }
    const texts = await Promise.all(asked)
    for (const { text } of texts)
      expect(parse(text).filter(({ name }) => name === 'ulna_slow_figures')).toHaveLength(2)
  })
})

describe('a port of its own', () => {
  it('tells the same without a token, nothing else, and is free once closed', async () => {
    const watcher = await listenForMetrics(app.metrics, { port: 0, host: '127.0.0.1' })
    const at = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${watcher.port}${path}`, { method }).then(async (answer) => ({
        status: answer.status,
        text: await answer.text(),
      }))
    const answer = await at('/metrics')
    expect(answer.status).toBe(200)
    expect(parse(answer.text).map(({ name }) => name)).toContain('ulna_http_answer_seconds_count')
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/', 'GET'],
      ['/api/health/ready', 'GET'],
      ['/metrics', 'POST'],
    ] as const)
      expect(await at(path, method)).toEqual({ status: 404, text: '' })
    await watcher.close()
    await expect(at('/metrics')).rejects.toThrow()
    const again = await listenForMetrics(app.metrics, { port: watcher.port, host: '127.0.0.1' })
    await expect(listenForMetrics(app.metrics, { port: again.port, host: '127.0.0.1' })).rejects.toThrow(
      'EADDRINUSE',
    )
    await again.close()
  })
})
