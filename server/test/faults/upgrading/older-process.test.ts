import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { type Clinician, type Reply, registerClinician, sendRequest } from '../http-call.ts'
import { openHostedDatabase } from '../moving/backup-scene.ts'
import type { OwnDatabase } from '../own-database.ts'
import { ServerProcess } from '../server-process.ts'
import { type Coming, layOutNewer } from './newer-version.ts'

const secret = `secret-${randomUUID()}`
const started: ServerProcess[] = []
let database: OwnDatabase
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>

beforeEach(async () => {
  database = await openHostedDatabase()
  scratch = await createScratchDirectory()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.end('SIGKILL')))
  await database.drop()
  await scratch.remove()
})

const start = async (name: string, program?: string): Promise<ServerProcess> => {
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(scratch.directory, name),
    APP_SECRET: secret,
  }
  const server = new ServerProcess(variables, program)
  started.push(server)
  await server.start()
  return server
}

const startNewer = async (coming: Coming): Promise<ServerProcess> =>
  start('newer', await layOutNewer(path.join(scratch.directory, 'version'), coming))

const readyOf = async ({ baseUrl }: ServerProcess): Promise<number> =>
  (await sendRequest(baseUrl, undefined, { method: 'GET', path: '/health/ready' })).status

const addPatient = ({ baseUrl }: ServerProcess, { token }: Clinician, firstName: string): Promise<Reply> =>
  sendRequest(baseUrl, token, { method: 'POST', path: '/patient', body: { firstName, lastName: 'Robledo' } })

const writes = 24

/** How writes were answered, a few at a time so that nobody waits for a connection. */
const writesOf = async (server: ServerProcess, clinician: Clinician): Promise<readonly number[]> => {
  const statuses = new Set<number>()
  for (let at = 0; at < writes; at += 3) {
    const some = Array.from({ length: 3 }, () => addPatient(server, clinician, 'Inés'))
    for (const { status } of await Promise.all(some)) statuses.add(status)
  }
  return [...statuses].sort()
}

const countPatients = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from patients`.execute(
    database.pool.queries,
  )
  return rows[0]?.count ?? 0
}

describe('a process of an older version beside a newer schema', () => {
  it('is shut out before what it does not know is applied: it refuses, and writes nothing', async () => {
    const older = await start('older')
    const clinician = await registerClinician(older.baseUrl)
    expect((await addPatient(older, clinician, 'Inés')).status).toBe(201)
    const newer = await startNewer({
      '9000_call_names_otherwise': 'alter table patients rename last_name to family_name;',
    })
    expect(await writesOf(older, clinician)).toEqual([503])
    expect(await readyOf(older)).toBe(503)
    expect(await countPatients()).toBe(1)
    expect(await readyOf(newer)).toBe(200)
  })

  it('does not start there, says in one sentence which version it takes, and the newer one goes on', async () => {
    const newer = await startNewer({ '9000_add_rooms': 'create table rooms (id bigint primary key);' })
    const clinician = await registerClinician(newer.baseUrl)
    await expect(start('older')).rejects.toThrow(
      /ended with 1: (\{[^\n]*\n)*This database was brought up to date by a newer Ulna \(9000_add_rooms\): [^\n]+\n$/,
    )
    expect(await writesOf(newer, clinician)).toEqual([201])
    expect(await readyOf(newer)).toBe(200)
  })

  it('goes on, and starts again, beside a migration that says so', async () => {
    const older = await start('older')
    const clinician = await registerClinician(older.baseUrl)
    const newer = await startNewer({
      '9000_add_rooms':
        '-- Beside older processes: none of them knows the table.\ncreate table rooms (id bigint primary key);',
    })
    expect(await writesOf(older, clinician)).toEqual([201])
    expect(await writesOf(newer, clinician)).toEqual([201])
    await older.end('SIGTERM')
    const again = await start('older')
    expect(await writesOf(again, clinician)).toEqual([201])
    expect(await readyOf(newer)).toBe(200)
    expect(await countPatients()).toBe(3 * writes)
  })
})
