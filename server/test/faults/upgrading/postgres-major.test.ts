import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopServer } from '../../../src/platform/embedded-postgres/stop-server.ts'
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/supervisor.ts'
import { newAgeKey } from '../../../src/platform/files/age-keys.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { reportFigures } from '../figures.ts'
import { sendRequest } from '../http-call.ts'
import { runCommand } from '../server-command.ts'
import { ServerProcess } from '../server-process.ts'
import { dealt, sizes } from '../sizes.ts'

const run = promisify(execFile)

/** Programs of the oldest PostgreSQL of this system: Debian keeps every version in a folder of its own. */
const findFormer = async (): Promise<{ readonly major: string; readonly folder: string }> => {
  const majors = (await readdir('/usr/lib/postgresql').catch(() => [])).sort((a, b) => Number(a) - Number(b))
  const [major] = majors.filter((one) => existsSync(`/usr/lib/postgresql/${one}/bin/postgres`))
  if (major === undefined) throw new Error('there is no PostgreSQL of the system: apt install postgresql')
  return { major, folder: `/usr/lib/postgresql/${major}/bin` }
}

const former = await findFormer()
const scratch = await createScratchDirectory()
const places: string[] = []
/** The demo practice in a database of the former version, which nobody uses; others are copies of it. */
const base = path.join(scratch.directory, 'base')

const withFormer = (place: string) => ({ DATA_DIR: place, POSTGRES_BINARIES: former.folder })

const stopAll = async (): Promise<void> => {
  for (const place of places)
    for (const folder of ['postgres/cluster', 'postgres.next/postgres/cluster'])
      await stopServer(path.join(place, folder))
}

afterAll(async () => {
  await stopAll()
  await scratch.remove()
})

const succeed = async (...call: Parameters<typeof runCommand>): Promise<string> => {
  const { code, output } = await runCommand(...call)
  expect(code, output).toBe(0)
  return output
}

beforeAll(async () => {
  // Programs of the system run as another user and find this by its path.
  await chmod(scratch.directory, 0o755)
  await mkdir(base, { mode: 0o755 })
  places.push(base)
  await succeed('demo', withFormer(base))
  const { recipient } = await newAgeKey()
  const keeping = { BACKUP_TO: path.join(scratch.directory, 'to'), BACKUP_RECIPIENTS: recipient }
  await succeed('backup', { ...withFormer(base), ...keeping })
})

const copyOfBase = async (name: string): Promise<string> => {
  const place = path.join(scratch.directory, name)
  places.push(place)
  await run('cp', ['-a', base, place])
  return place
}

const majorOf = async (place: string): Promise<string> =>
  (await readFile(path.join(place, 'postgres/cluster/PG_VERSION'), 'utf8')).trim()

/** What every row of every table and every sequence says, whichever version has it. */
const contentsOf = async (place: string): Promise<Record<string, string>> => {
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(place, 'postgres'),
    ...((await majorOf(place)) === former.major ? { binaryDirectory: former.folder } : {}),
    log: { info: () => undefined, warn: console.warn },
  })
  const client = new pg.Client({ ...server.connection, database: 'ulna' })
  try {
    await client.connect()
    const { rows } = await client.query<{ statement: string }>(
      `select format('select %L as name, count(*) || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '''') as said from %s t',
        c.oid::regclass, c.oid::regclass) as statement
      from pg_class c where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind = 'r'
        and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'migrations')
      union all select format('select %L as name, last_value || is_called::text as said from %s', c.oid::regclass, c.oid::regclass)
      from pg_class c where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind = 'S'`,
    )
    const all = rows.map(({ statement }) => statement).join(' union all ')
    const said = await client.query<{ name: string; said: string }>(all)
    return Object.fromEntries(said.rows.map((row) => [row.name, row.said]))
  } finally {
    await client.end()
    await server.stop()
  }
}

const upgrade = (place: string, args: readonly string[] = [former.folder]) =>
  runCommand('postgres-upgrade', { DATA_DIR: place }, args)

describe('I4 the next major version of PostgreSQL', () => {
  it('gets every row by one command; what was signed verifies, who was there signs in, and the former database stays beside it', async () => {
    const place = await copyOfBase('whole')
    const before = await contentsOf(place)
    expect(Object.keys(before).length).toBeGreaterThan(100)
    expect(before.backups).toMatch(/^1[0-9a-f]{32}$/)

    const tooEarly = new ServerProcess({ DATA_DIR: place, POSTGRES_BINARIES: '' })
    await expect(tooEarly.start()).rejects.toThrow('“npm run postgres:upgrade” carries it over')
    const { code, output } = await upgrade(place)
    expect(code, output).toBe(0)
    expect(output).toContain('chains and seals verify')
    expect(await contentsOf(place)).toEqual(before)
    expect(await readdir(place)).toEqual(expect.arrayContaining(['postgres', `postgres.${former.major}`]))
    expect(await readdir(place)).not.toContain('postgres.next')
    expect(await succeed('verify', { DATA_DIR: place })).not.toContain('faults')

    const server = new ServerProcess({ DATA_DIR: place, POSTGRES_BINARIES: '' })
    await server.start()
    const { status } = await sendRequest(server.baseUrl, undefined, {
      ...{ method: 'POST', path: '/auth/login' },
      body: { username: 'laura', password: 'rodilla-azul-27' },
    })
    await server.end('SIGTERM')
    expect(status).toBe(200)
    expect(await upgrade(place)).toMatchObject({ code: 0, output: expect.stringContaining('already') })
    reportFigures('I4', {
      from: former.major,
      to: await majorOf(place),
      tables: Object.keys(before).length,
      other: 0,
    })
  })

  it('is refused in a sentence, with nothing changed: no programs that read it, programs of another version, a server that runs, a database of somebody else', async () => {
    const place = await copyOfBase('refused')
    const refused = async (said: string, ...call: Parameters<typeof runCommand>) =>
      expect(await runCommand(...call)).toMatchObject({ code: 1, output: expect.stringContaining(said) })
    const variables = { DATA_DIR: place }
    const server = new ServerProcess(withFormer(place))
    await server.start()
    await refused('stop it first', 'postgres-upgrade', variables, [former.folder])
    await server.end('SIGTERM')
    const before = await contentsOf(place)
    await refused('holds no program called postgres', 'postgres-upgrade', variables, ['/nowhere'])
    await refused('npm run postgres:upgrade', 'postgres-upgrade', variables, ['--help'])
    await refused('is not Ulna’s own', 'postgres-upgrade', {
      ...variables,
      DATABASE_URL: 'postgres://db/ulna',
    })
    await mkdir(path.join(place, `postgres.${former.major}`))
    await refused('move it away first', 'postgres-upgrade', variables, [former.folder])
    expect(await majorOf(place)).toBe(former.major)
    expect(await contentsOf(place)).toEqual(before)
  })

  const moments = Array.from({ length: 25 }, (_, at) => at)

  it.each(dealt(moments, Math.ceil(25 / sizes.upgradeKills), 11))(
    'I5 is killed at %s of 25 moments: the database is whole, and the same command does the rest',
    async (moment) => {
      const place = await copyOfBase(`killed-${moment}`)
      await runCommand(
        'postgres-upgrade',
        { DATA_DIR: place },
        [former.folder],
        1000 + moment * sizes.upgradeKillMs,
      )
      for (const folder of ['postgres/cluster', 'postgres.next/postgres/cluster'])
        if (moment % 2 === 0) await stopServer(path.join(place, folder))
      const { code, output } = await upgrade(place)
      expect(code, output).toBe(0)
      expect(await majorOf(place)).not.toBe(former.major)
      expect(await contentsOf(place)).toEqual(await contentsOf(base))
      reportFigures('I5', { moment, of: 25, other: 0 })
    },
  )
})
