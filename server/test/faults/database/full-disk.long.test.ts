import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureSecret } from '../../../src/platform/app-secret.ts'
import { openPool } from '../../../src/platform/database/database.ts'
import { ensurePassword } from '../../../src/platform/embedded-postgres/local-access.ts'
import { readPostmaster } from '../../../src/platform/embedded-postgres/postmaster-pid.ts'
import { stopServer } from '../../../src/platform/embedded-postgres/stop-server.ts'
import { deriveKey } from '../../../src/platform/tokens.ts'
import { reportFigures } from '../figures.ts'
import { type Clinician, type Reply, registerClinician, sendRequest } from '../http-call.ts'
import { countUntold, findBroken } from '../invariants.ts'
import { findLost } from '../journal-check.ts'
import { emptyJournal, Load } from '../load.ts'
import { ServerProcess } from '../server-process.ts'
import { sizes } from '../sizes.ts'

const run = promisify(execFile)
const journal = emptyJournal()
let dataDirectory: string
let volume: string
let server: ServerProcess
let clinicians: Clinician[]

/** A volume of its own for the database, which takes root to mount: without it this test fails, and says why. */
const mountVolume = async (): Promise<void> => {
  await mkdir(volume, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=0755', 'tmpfs', volume]).catch((error: Error) => {
    throw new Error(`A4 needs a volume that can be filled, and none can be mounted here: ${error.message}`)
  })
}

beforeAll(async () => {
  dataDirectory = await mkdtemp(`/tmp/ulna-test-${process.pid}-full-`)
  await chmod(dataDirectory, 0o755)
  volume = path.join(dataDirectory, 'postgres')
  await mountVolume()
  server = new ServerProcess({ DATA_DIR: dataDirectory })
  await server.start()
  clinicians = [await registerClinician(server.baseUrl), await registerClinician(server.baseUrl)]
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await stopServer(path.join(volume, 'cluster'))
  await run('umount', ['-l', volume])
  await rm(dataDirectory, { recursive: true, force: true })
})

/** Takes all the room there is, to the last byte. */
const fill = async (): Promise<void> => {
  const file = await open(path.join(volume, 'ballast'), 'a')
  const block = Buffer.alloc(1 << 20)
  try {
    for (let size = block.length; size >= 4096; ) {
      const written = await file.write(block.subarray(0, size)).catch(() => undefined)
      if (written?.bytesWritten !== size) size /= 2
    }
  } finally {
    await file.close()
  }
}

const get = (where: string, token?: string): Promise<Reply> =>
  sendRequest(server.baseUrl, token, { method: 'GET', path: where })

/** Keeps it full, also of what the database gave back, and reads meanwhile; answers what was read. */
const readWhileFull = async (until: number): Promise<{ read: Reply[]; live: Reply[] }> => {
  const read: Reply[] = []
  const live: Reply[] = []
  for (; Date.now() < until; await sleep(50)) {
    await fill()
    read.push(await get('/record_class', clinicians[0]?.token))
    live.push(await get('/health/live'))
  }
  return { read, live }
}

const isWell = async (): Promise<boolean> => {
  const { status } = await get('/patient?limit=20', clinicians[0]?.token)
  return status === 200 && (await get('/health/ready')).status === 200
}

const untilWell = async (): Promise<number> => {
  const startedAt = performance.now()
  while (!(await isWell())) await sleep(50)
  return performance.now() - startedAt
}

const expectExactly = async (): Promise<void> => {
  expect(await findLost(server.baseUrl, clinicians, journal)).toEqual([])
  const postmaster = await readPostmaster(path.join(volume, 'cluster'))
  if (!postmaster) throw new Error('there is no postmaster.pid')
  const { socketDirectory: host, port } = postmaster
  const password = await ensurePassword(volume)
  const connection = { host, port, user: 'postgres', password, database: 'ulna' }
  const pool = openPool(connection, { size: 2, onIdleError: () => undefined })
  try {
    const nobody = { patients: 0, records: 0, appointments: 0, drafts: 0 }
    expect(await countUntold(pool.queries, journal)).toEqual(nobody)
    const auditKey = deriveKey(await ensureSecret(dataDirectory), 'audit chain')
    expect(await findBroken(pool.queries, auditKey)).toEqual([])
  } finally {
    await pool.close()
  }
}

it('A4 the disk of the database is full under load: writes are refused in words, nothing acknowledged is lost, and all goes on once there is room', {
  timeout: sizes.patienceMs,
}, async () => {
  const { pid } = server
  const load = new Load(server, clinicians, journal)
  load.start(sizes.writers)
  await load.progress(sizes.writers * 3)
  const { read, live } = await readWhileFull(Date.now() + sizes.fullMs)
  const starts = server.output.split('starting it again').length - 1
  await rm(path.join(volume, 'ballast'))
  const wellMs = await untilWell()
  await load.progress(sizes.writers * 3)
  await load.stop()
  const { bavail, bsize } = await statfs(volume)
  const answered = read.filter(({ status }) => status !== 503)
  reportFigures('A4', {
    fullMs: sizes.fullMs,
    acknowledged: load.acknowledged,
    refused: load.refusals.length,
    full: load.refusals.filter(({ error }) => error === 'storage_full').length,
    reads: read.length,
    readsOk: read.filter(({ status }) => status === 200).length,
    databaseStarts: starts,
    wellMs: Math.round(wellMs),
    freeMb: Math.round((bavail * bsize) / 2 ** 20),
  })
  expect(load.surprises, server.output.slice(-3000)).toEqual([])
  expect(load.refusals.length).toBeGreaterThan(0)
  expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
  expect(new Set(live.map(({ status }) => status))).toEqual(new Set([200]))
  expect(wellMs).toBeLessThan(sizes.roomMs)
  // The same process all the time.
  expect([server.pid, server.running, load.unanswered]).toEqual([pid, true, 0])
  expect(server.output).not.toMatch(/stopping after an error|[Uu]nhandled|"level":60/)
  await expectExactly()
})
