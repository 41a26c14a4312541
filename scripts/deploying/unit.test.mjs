import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishMs, stopMs } from '../../server/src/starting/stopping.ts'
import { root } from '../run-command.mjs'
import { ensureDeployingPrograms } from '../testing/deploying-programs.mjs'

const read = (file) => readFile(path.join(root, file), 'utf8')
const deployed = path.join(root, 'deploy')

beforeAll(async () => {
  if (!(await ensureDeployingPrograms())) throw new Error('systemd is missing and could not be brought.')
})

describe('the unit of systemd', () => {
  let unit
  let scratch
  const lineOf = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

  beforeAll(async () => {
    unit = await read('deploy/systemd/ulna.service')
    scratch = await mkdtemp(path.join(os.tmpdir(), 'ulna-unit-'))
  })

  afterAll(() => rm(scratch, { recursive: true }))

  /** Its program stands in /opt, which no machine that runs tests has: one that every machine has stands in for it. */
  const analyze = async (...args) => {
    const file = path.join(scratch, 'ulna.service')
    await writeFile(
      file,
      unit.replace('/opt/ulna/bin/ulna start', '/bin/true').replace(/^WorkingDirectory=.*$/m, ''),
    )
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  it('is understood by systemd, every line of it', async () => {
    const { status, said } = await analyze('verify', '--man=no', '--recursive-errors=no')
    expect([status, said.split('\n').filter((line) => line.includes('ulna.service'))]).toEqual([0, []])
  })

  it('leaves the service an exposure of at most 1.5 of 10', async () => {
    const { status, said } = await analyze('security', '--offline=true', '--threshold=15')
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/Overall exposure level for ulna.service: (0|1)\.\d OK/),
    ])
  })

  it('waits longer for its end than the server takes, and makes it no new process after a restore', async () => {
    const [drain] = /'DRAIN_SECONDS', (\d+)/
      .exec(await read('server/src/config.ts'))
      .slice(1)
      .map(Number)
    expect(Number(lineOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(drain + (finishMs + stopMs) / 1000 + 10)
    expect([lineOf('Type'), lineOf('KillMode')]).toEqual(['exec', 'mixed'])
  })

  it('lets V8 compile while it runs, and leaves the shared memory that guards the database alone', () => {
    for (const name of ['MemoryDenyWriteExecute', 'PrivateIPC', 'RemoveIPC'])
      expect(lineOf(name)).toBeUndefined()
  })
})

const filesBelow = async (folder) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

/** Names that are given a value, or read: `NAME=…`, `NAME: …` of an environment, `{$NAME…}`, `${NAME…}`. */
const namesIn = (file, text) => {
  const patterns = [/^#?([A-Z][A-Z0-9_]+)=/gm, /\{\$([A-Z][A-Z0-9_]+)/g, /\$\{([A-Z][A-Z0-9_]+)/g]
  const ofCompose = file.endsWith('.yaml') ? [/^ {6}([A-Z][A-Z0-9_]+):/gm] : []
  const ofUnits = /\.(service|conf)$/.test(file) ? [/^Environment=([A-Z][A-Z0-9_]+)=/gm] : []
  return [...patterns, ...ofCompose, ...ofUnits].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name]) => name),
  )
}

/** Read by others: the proxies, PostgreSQL’s image, Node, systemd, our scripts. */
const ofOthers = new Set([
  ...['HTTP_PORT', 'HTTPS_PORT', 'ULNA_BIND', 'ULNA_CA', 'ULNA_CERTIFICATE', 'ULNA_UPSTREAM'],
  ...['ULNA_SECOND', 'ULNA_THIRD', 'ULNA_PRIMARY_CHECK', 'PGCONNECT_TIMEOUT', 'PGOPTIONS'],
  ...['DATABASE_BIND', 'DATABASE_PORT', 'DATABASE_FIRST', 'DATABASE_SECOND'],
  ...['POSTGRES_DB', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'ULNA_BACKUPS', 'ULNA_VERSION'],
  ...['CACHE_DIRECTORY', 'NODE_COMPILE_CACHE', 'PATH', 'BASE', 'DEBIAN_FRONTEND'],
])

it('every variable that is set for Ulna is one that it reads', async () => {
  const settings = (await readdir(path.join(root, 'server/src/config'))).map(
    (name) => `server/src/config/${name}`,
  )
  const config = (await Promise.all(['server/src/config.ts', ...settings].map(read))).join('\n')
  const files = await filesBelow(deployed)
  const named = await Promise.all(
    files.map(async (file) => namesIn(file, await readFile(file, 'utf8')).map((name) => ({ file, name }))),
  )
  const known = ({ name }) => config.includes(`'${name}'`) || /^S3_/.test(name.replace(/^BACKUP_/, ''))
  expect(named.flat().filter((one) => !ofOthers.has(one.name) && !known(one))).toEqual([])
  expect(named.flat().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['APP_URL', 'TRUST_PROXY', 'OPERATORS']),
  )
})

it('every file of it that is run is one that a shell understands', async () => {
  for (const file of (await filesBelow(deployed)).filter((name) => name.endsWith('.sh')))
    expect([file, spawnSync('sh', ['-n', file], { encoding: 'utf8' }).stderr]).toEqual([file, ''])
})
