import { randomUUID } from 'node:crypto'
import { chmod, copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '../../../src/platform/database/database.ts'
import { repositoryRoot } from '../../build-test-app.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { reportFigures } from '../figures.ts'
import { type Clinician, type Request, registerClinician, sendRequest } from '../http-call.ts'
import { expectAcknowledged } from '../journal-check.ts'
import { emptyJournal, Load } from '../load.ts'
import { ServerProcess } from '../server-process.ts'
import { sizes } from '../sizes.ts'
import { freePort, Program } from './program.ts'
import { Server } from './replicated-postgres.ts'

const secret = `secret-${randomUUID()}`
const proxyFiles = path.join(repositoryRoot, 'deploy/proxy')
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let first: Server
let second: Server
let proxy: Program
let server: ServerProcess
let clinicians: Clinician[]
const journal = emptyJournal()

/** The proxy that is given along, in front of both. */
const startProxy = async (): Promise<number> => {
  const port = await freePort()
  const check = path.join(scratch.directory, 'is-primary.sh')
  await copyFile(path.join(proxyFiles, 'is-primary.sh'), check)
  await writeFile(path.join(scratch.directory, 'database.env'), 'PGUSER=postgres\nPGDATABASE=postgres\n')
  proxy = await Program.start('/usr/sbin/haproxy', ['-db', '-f', path.join(proxyFiles, 'database.cfg')], {
    port,
    variables: {
      ...{ DATABASE_PORT: String(port), ULNA_PRIMARY_CHECK: check },
      ...{ DATABASE_FIRST: `127.0.0.1:${first.port}`, DATABASE_SECOND: `127.0.0.1:${second.port}` },
    },
  })
  return port
}

beforeAll(async () => {
  scratch = await createScratchDirectory()
  await chmod(scratch.directory, 0o755)
  first = await Server.createPrimary(path.join(scratch.directory, 'first'))
  await first.ask('create database ulna')
  second = await first.createStandby(path.join(scratch.directory, 'second'))
  await first.waitForStandby()
  const port = await startProxy()
  server = new ServerProcess({
    DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/ulna`,
    DATA_DIR: path.join(scratch.directory, 'data'),
    APP_SECRET: secret,
  })
  await server.start()
  clinicians = [await registerClinician(server.baseUrl), await registerClinician(server.baseUrl)]
})

afterAll(async () => {
  await server.end('SIGKILL')
  await proxy.end()
  await first.remove()
  await second.remove()
  await scratch.remove()
})

/** Moves with every transaction that writes anything. */
const transactionsOf = async (one: Server): Promise<unknown> =>
  (await one.ask('select pg_snapshot_xmax(pg_current_snapshot())::text as next', 'ulna'))[0]?.next

describe('a synchronous standby', () => {
  it('is waited for: without it nothing is acknowledged, and what was asked meanwhile is there once when it is back', async () => {
    const [clinician] = clinicians
    const request: Request = {
      ...({ method: 'POST', path: '/patient', key: randomUUID() } as const),
      body: { firstName: 'Inés', lastName: 'Robledo' },
    }
    await second.lose()
    const refused = await sendRequest(server.baseUrl, clinician?.token, request)
    expect([refused.status, refused.retryAfter === undefined]).toEqual([503, false])
    await second.start()
    const repeat = () => sendRequest(server.baseUrl, clinician?.token, request)
    await expect.poll(async () => (await repeat()).status, { timeout: 60_000 }).toBe(201)
    expect(await first.ask('select count(*)::int as there from patients', 'ulna')).toEqual([{ there: 1 }])
    journal.patients.set(Number((await repeat()).payload.id), (await repeat()).payload)
  })

  it('A2 takes over with everything that was acknowledged, everybody works again, and the lost primary that comes back writes nothing', {
    timeout: sizes.patienceMs,
  }, async () => {
    expect(await first.ask('select known, following, synchronous from standbys()', 'ulna')).toEqual([
      { known: true, following: 1, synchronous: 1 },
    ])
    const load = new Load(server, clinicians, journal)
    load.start(sizes.writers)
    await load.progress(sizes.writers * 10)
    await first.lose()
    // Whoever runs it looks first whether it is really gone.
    await sleep(2000)
    const before = load.acknowledged
    await sleep(1000)
    expect(load.acknowledged).toBe(before)
    const promotedAt = performance.now()
    await second.promote()
    await load.progress(sizes.writers * 2)
    const backMs = Math.round(performance.now() - promotedAt)

    await first.start()
    const next = await transactionsOf(first)
    await load.progress(sizes.writers * 10)
    await load.stop()
    expect(await transactionsOf(first)).toBe(next)
    reportFigures('A2', {
      how: 'promoted',
      acknowledged: load.acknowledged,
      refused: load.refusals.length,
      unanswered: load.unanswered,
      backMs,
    })
    expect(load.unanswered).toBe(0)
    expect(backMs).toBeLessThan(sizes.promotedMs)
    const connection = { host: '127.0.0.1', port: second.port, user: 'postgres', database: 'ulna' }
    const pool = openPool(connection, { size: 2, onIdleError: () => undefined, patience: 600_000 })
    await expectAcknowledged(
      { load, baseUrl: server.baseUrl, clinicians },
      { queries: pool.queries, secret, output: server.output },
    ).finally(() => pool.close())
  })
})
