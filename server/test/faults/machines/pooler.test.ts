import { randomUUID } from 'node:crypto'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPool } from '../../../src/platform/database/database.ts'
import { follow } from '../../event-stream.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { registerClinician, sendRequest } from '../http-call.ts'
import { type OwnDatabase, openOwnDatabase } from '../own-database.ts'
import { ServerProcess } from '../server-process.ts'
import { dealt, sizes } from '../sizes.ts'
import { freePort, Program } from './program.ts'

let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let database: OwnDatabase
let pooler: Program | undefined
let server: ServerProcess | undefined

beforeAll(async () => {
  scratch = await createScratchDirectory()
  // PgBouncer does not run as root either, and reads its settings as somebody else.
  await chmod(scratch.directory, 0o755)
  database = await openOwnDatabase()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  await pooler?.end()
})
afterAll(async () => {
  await database.drop()
  await scratch.remove()
})

/** Debian's PgBouncer in front of the database; answers what leads there. */
const startPooler = async (settings: string): Promise<string> => {
  const { host, port: behind, user, password } = inject('postgres').owner
  const port = await freePort()
  const file = (name: string): string => path.join(scratch.directory, name)
  await writeFile(file('users.txt'), `"${user}" "${password}"\n`)
  await writeFile(
    file('pgbouncer.ini'),
    `[databases]
* = host=${host} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${file('users.txt')}
auth_user = ${user}
ignore_startup_parameters = extra_float_digits
${settings}
`,
  )
  const account = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  pooler = await Program.start('/usr/sbin/pgbouncer', [...account, file('pgbouncer.ini')], { port })
  const url = new URL(database.url)
  return `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`
}

const startServer = async (url: string): Promise<ServerProcess> => {
  server = new ServerProcess({
    DATABASE_URL: url,
    DATA_DIR: path.join(scratch.directory, 'data'),
    APP_SECRET: `secret-${randomUUID()}`,
  })
  await server.start()
  return server
}

/** Settings with which a pooler lends its connections for less than a session. */
const lenders = [
  'pool_mode = transaction',
  'pool_mode = transaction\nserver_round_robin = 1',
  'pool_mode = transaction\ndefault_pool_size = 1',
  'pool_mode = statement',
]

describe('a pooler between Ulna and PostgreSQL', () => {
  it.each(dealt(lenders, sizes.share.samples))(
    'is refused in a sentence where it lends connections by the transaction or the statement: %s',
    async (settings) => {
      await expect(startServer(await startPooler(settings))).rejects.toThrow(
        /ended with 1: [\s\S]*DATABASE_URL leads to a pooler that gives every transaction another connection: [^\n]+\n$/,
      )
    },
  )

  it('may pool sessions: they are set up as ours always are, and who follows the practice hears what others do', async () => {
    const url = await startPooler('pool_mode = session\ndefault_pool_size = 60')
    const { baseUrl } = await startServer(url)
    const clinician = await registerClinician(baseUrl)
    const follower = await follow(Number(new URL(baseUrl).port), {
      authorization: `Bearer ${clinician.token}`,
    })
    await follower.heard('ready')
    const { status } = await sendRequest(baseUrl, clinician.token, {
      ...{ method: 'POST', path: '/appointment' },
      body: {
        doctorId: clinician.doctorId,
        title: 'Control',
        start: '2030-01-07T09:00:00Z',
        end: '2030-01-07T10:00:00Z',
      },
    })
    expect(status).toBe(201)
    await follower.heard('change')
    follower.leave()
    const pool = openPool({ connectionString: url }, { size: 1, onIdleError: () => undefined })
    const { rows } = await sql`select current_setting('statement_timeout') as patience`.execute(pool.queries)
    await pool.close()
    expect(rows).toEqual([{ patience: '10s' }])
  })
})
