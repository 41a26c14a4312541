import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findUnsafeSettings } from './durability.ts'
import { isAlive, readPostmaster } from './postmaster-pid.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts'

const said: string[] = []
const log = { info: (message: string) => said.push(message), warn: (message: string) => said.push(message) }
const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..')

let made: string
let scratch: string
let running: EmbeddedPostgres[]

/** A folder that every user may enter: mkdtemp makes it 0700, and as root the server runs as another user. */
const makeScratch = async (): Promise<string> => {
  const directory = await realpath(await mkdtemp('/tmp/ulna-supervisor-'))
  await chmod(directory, 0o755)
  return directory
}

beforeAll(async () => {
  made = await makeScratch()
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(made, 'postgres'), log })
  await server.stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

beforeEach(async () => {
  said.length = 0
  running = []
  scratch = await makeScratch()
})

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()))
  await rm(scratch, { recursive: true, force: true })
})

/** Starts on what is there; where nothing is, the cluster is created. */
const create = async (dataDirectory = path.join(scratch, 'postgres')): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDirectory, log })
  running.push(server)
  return server
}

/** Most tests do not look at how a cluster is created, so they begin with a copy of one. */
const copyMade = async (dataDirectory: string): Promise<void> => {
  if (!existsSync(dataDirectory))
    await promisify(execFile)('cp', ['-a', path.join(made, 'postgres'), dataDirectory])
}

const start = async (dataDirectory = path.join(scratch, 'postgres')): Promise<EmbeddedPostgres> => {
  await copyMade(dataDirectory)
  return create(dataDirectory)
}

const query = async (server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = async (dataDirectory = path.join(scratch, 'postgres')): Promise<number> => {
  const postmaster = await readPostmaster(path.join(dataDirectory, 'cluster'))
  if (!postmaster) throw new Error('no postmaster.pid')
  return postmaster.pid
}

/** Another Node process that starts or attaches, keeps running and has said that it is ready. */
const startElsewhere = async (dataDirectory = path.join(scratch, 'postgres')): Promise<ChildProcess> => {
  await copyMade(dataDirectory)
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(repository, 'server/src/platform/embedded-postgres/supervisor.ts'))}
    const server = await startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)}, log: { info() {}, warn() {} } })
    process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
    process.send('ready')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  child.kill(signal)
  await once(child, 'exit')
}

describe('embedded PostgreSQL', () => {
  it('creates a UTF-8 cluster with checksums and finds its data again after a stop', async () => {
    const first = await create()
    await query(first, 'create table kept (id int)')
    await first.stop()
    const second = await start()
    expect(await query(second, 'select * from kept')).toEqual([])
    const [settings] = await query(
      second,
      "select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums",
    )
    expect(settings).toEqual({ encoding: 'UTF8', checksums: 'on' })
  })

  it('A3 keeps durable settings whatever the configuration file or ALTER SYSTEM says', async () => {
    const first = await start()
    await query(first, 'alter system set fsync = off')
    await query(first, 'alter system set full_page_writes = off')
    await first.stop()
    const client = new pg.Client((await start()).connection)
    await client.connect()
    expect(await findUnsafeSettings(client)).toEqual([])
    await client.query('set synchronous_commit = off')
    expect(await findUnsafeSettings(client)).toEqual(['synchronous_commit = off'])
    await client.end()
  })

  it('listens on no network and shuts its socket and data off from other users', async () => {
    const server = await start()
    expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    const modes = await Promise.all(
      [server.connection.host, path.join(scratch, 'postgres/cluster')].map((name) => stat(name)),
    )
    expect(modes.map((found) => found.mode & 0o777)).toEqual([0o700, 0o700])
  })

  const refusal = (server: EmbeddedPostgres, password: string | undefined): Promise<string> => {
    const client = new pg.Client({ ...server.connection, password })
    return client.connect().then(
      () => client.end().then(() => 'let in'),
      (error: Error) => error.message,
    )
  }

  it('lets nobody in without the password, which nobody else can read', async () => {
    const server = await start()
    expect(await refusal(server, 'a guess')).toMatch(/password authentication failed/)
    expect(await refusal(server, '')).toMatch(/password/)
    expect((await stat(path.join(scratch, 'postgres/superuser-password'))).mode & 0o777).toBe(0o600)
  })

  it.each(['stopped', 'running'])(
    'asks for a password where a %s server asked nobody before',
    async (state) => {
      const rules = path.join(scratch, 'postgres/cluster/pg_hba.conf')
      const before = await startElsewhere()
      await writeFile(rules, 'local all all trust\n')
      process.kill(await postmasterOf(), 'SIGHUP')
      await end(before, state === 'running' ? 'SIGKILL' : 'SIGTERM')
      const server = await start()
      expect(await refusal(server, 'a guess')).toMatch(/password authentication failed/)
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  it('gives the superuser another password where the file of the former one was lost', async () => {
    const { password } = (await start()).connection
    await running[0]?.stop()
    await rm(path.join(scratch, 'postgres/superuser-password'))
    const server = await start()
    expect(server.connection.password).not.toBe(password)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await refusal(server, password)).toMatch(/password authentication failed/)
  })

  it('keeps what statements quote out of its log', async () => {
    const server = await start()
    await expect(query(server, "select 'canary-7391'::int")).rejects.toThrow('canary-7391')
    expect(await readFile(path.join(scratch, 'postgres/server.log'), 'utf8')).not.toContain('canary')
  })

  it('attaches to the server that a killed Node left, and stops it in the end', async () => {
    const other = await startElsewhere()
    const orphan = await postmasterOf()
    await end(other, 'SIGKILL')
    const server = await start()
    expect(await postmasterOf()).toBe(orphan)
    await server.stop()
    expect(isAlive(orphan)).toBe(false)
  })

  it('stops the server though a Node was killed that had the same number, as in a container', async () => {
    const server = await start()
    await writeFile(path.join(scratch, `postgres/attached/${process.pid}.killed`), '')
    const pid = await postmasterOf()
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('serves two Node processes on one directory until the last of them stops', async () => {
    await copyMade(path.join(scratch, 'postgres'))
    const [other, server] = await Promise.all([startElsewhere(), start()])
    const pid = await postmasterOf()
    await end(other, 'SIGTERM')
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('brings a killed server back under the same connection', async () => {
    const server = await start()
    await query(server, 'create table kept (id int)')
    const killed = await postmasterOf()
    process.kill(killed, 'SIGKILL')
    await expect
      .poll(() => query(server, 'select * from kept').catch(() => 'away'), { interval: 50 })
      .toEqual([])
    expect(await postmasterOf()).not.toBe(killed)
  })

  it('brings a server back that lost the folder of its socket, with all that was committed', async () => {
    const server = await start()
    const inside = new pg.Client(server.connection)
    inside.on('error', () => undefined)
    await inside.connect()
    await inside.query('create table kept (id int)')
    await rm(server.connection.host, { recursive: true })
    // It may be noticed before this arrives, and then nothing was acknowledged.
    const kept = await inside.query('insert into kept values (1)').then(
      () => [{ id: 1 }],
      () => [],
    )
    await expect
      .poll(() => query(server, 'select * from kept').catch(() => 'away'), { interval: 50 })
      .toEqual(kept)
    expect(said).toContain('embedded database has lost its socket, starting it again')
  })

  it('brings it back once where several processes miss the socket', async () => {
    const server = await start()
    const other = await startElsewhere()
    const before = await postmasterOf()
    await rm(server.connection.host, { recursive: true })
    await expect
      .poll(() => query(server, 'select 1 as one').catch(() => 'away'), { interval: 50 })
      .toEqual([{ one: 1 }])
    const healed = await postmasterOf()
    // Both look twice a second.
    await pause(2000)
    expect([healed === before, await postmasterOf()]).toEqual([false, healed])
    await end(other, 'SIGTERM')
  })

  it('starts over a lock file whose process is dead or is some other program', async () => {
    const first = await start()
    const lock = path.join(scratch, 'postgres/cluster/postmaster.pid')
    const content = await readFile(lock, 'utf8')
    await first.stop()
    for (const pid of [process.pid, 2 ** 22 - 1]) {
      await writeFile(lock, content.replace(/^\d+/, String(pid)))
      const server = await start()
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
      await server.stop()
    }
  })

  it.runIf(process.platform === 'linux')(
    'takes a killed server for dead though nobody reaps it',
    async () => {
      const first = await start()
      const lock = path.join(scratch, 'postgres/cluster/postmaster.pid')
      const content = await readFile(lock, 'utf8')
      await first.stop()
      // The shell becomes a program that never waits for its child.
      const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [zombie] = (await once(parent.stdout, 'data')) as [Buffer]
      await writeFile(lock, content.replace(/^\d+/, String(zombie).trim()))
      const server = await start().finally(() => parent.kill('SIGKILL'))
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  it('refuses a cluster of another major version with a sentence', async () => {
    await (await start()).stop()
    await writeFile(path.join(scratch, 'postgres/cluster/PG_VERSION'), '12\n')
    await expect(start()).rejects.toThrow(/made by PostgreSQL 12 and this is PostgreSQL 18/)
  })

  it('says what the server said when it does not start', async () => {
    await (await start()).stop()
    await writeFile(path.join(scratch, 'postgres/cluster/postgresql.conf'), 'no_such_setting = 1\n')
    await expect(start()).rejects.toThrow(/does not start: .*FATAL/)
  })

  it('creates the cluster whole or not at all', async () => {
    for (const pid of [4_194_303, process.pid])
      await mkdir(path.join(scratch, `postgres/unfinished-${pid}/base`), { recursive: true })
    await create()
    expect((await readdir(path.join(scratch, 'postgres'))).sort()).toEqual([
      'attached',
      'cluster',
      'server.log',
      'socket',
      'superuser-password',
    ])
  })

  it('uses a short socket path where the data directory has a long one', async () => {
    const server = await start(path.join(scratch, 'long'.repeat(30)))
    expect(server.connection.host.length).toBeLessThan(60)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('finds the data again after the directory was moved under a running server', async () => {
    await end(await startElsewhere(), 'SIGKILL')
    const orphan = await postmasterOf()
    await rename(path.join(scratch, 'postgres'), path.join(scratch, 'moved'))
    const server = await start(path.join(scratch, 'moved'))
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(orphan)).toBe(false)
  })

  it.runIf(process.getuid?.() === 0)('runs as root from a folder closed to every other user', async () => {
    const closed = path.join(scratch, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const server = await create(path.join(closed, 'postgres'))
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(`/proc/${await postmasterOf(path.join(closed, 'postgres'))}`)).uid).not.toBe(0)
  })
})
