import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../run-command.mjs'
import { freePort } from '../testing/free-port.mjs'
import { ensureEngine } from './engine.mjs'
import { photograph } from './photograph.mjs'
import { SecondComputer } from './second-computer.mjs'

const patience = 60 * 60_000
const image = 'localhost/ulna-test'
const name = `ulna-test-${process.pid}`
let engine
let scratch
let computer

/** What a checkout has: no packages, nothing that was built. */
const copySources = async (target) => {
  await mkdir(target)
  const listed = 'git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$1"'
  const { status, stderr } = spawnSync('sh', ['-c', listed, 'copy', target], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'ulna-container-'))
  const found = await ensureEngine()
  engine = found.engine
  const sources = path.join(scratch, 'sources')
  await copySources(sources)
  const file = path.join(sources, 'deploy/container/Containerfile')
  engine.run(
    'build',
    '--format=docker',
    '--network=host',
    `--build-arg=BASE=${found.base}`,
    '-f',
    file,
    '-t',
    image,
    sources,
  )
}, patience)

afterAll(async () => {
  engine?.ask('rm', '--force', '--volumes', name)
  engine?.ask('volume', 'rm', '--force', `${name}-data`)
  await rm(scratch, { recursive: true, force: true })
}, patience)

const inside = (...args) => engine.ask('exec', name, ...args)
const inspect = (format) => engine.run('inspect', '--format', format, name)

/** Limits of `deploy/compose/compose.yaml`. */
const limits = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--init']

const start = async () => {
  const port = await freePort()
  const settings = [`APP_URL=http://localhost:${port}`, `PORT=${port}`, 'HOST=127.0.0.1']
  const env = settings.flatMap((one) => ['--env', one])
  const volume = `${name}-data:/var/lib/ulna`
  engine.run(
    'run',
    '--detach',
    '--name',
    name,
    '--network=host',
    '--volume',
    volume,
    ...limits,
    ...env,
    image,
  )
  computer = new SecondComputer({ appUrl: `http://localhost:${port}`, address: '127.0.0.1' })
  while (!engine.run('logs', name).includes('Ulna is ready')) {
    if (inspect('{{.State.Running}}') !== 'true') throw new Error(engine.run('logs', name))
    await pause(500)
  }
}

it(
  'an image of Ulna runs as an ordinary user with nothing to write but its volumes',
  async () => {
    await start()
    expect(inside('id', '-u').said.trim()).toBe('10001')
    for (const place of ['/opt/ulna/x', '/etc/x', '/x'])
      expect(inside('touch', place).said).toContain('Read-only')
    expect(inside('sh', '-c', 'command -v npm; ls /src').status).not.toBe(0)
    expect(inside('cat', '/proc/1/status').said).toMatch(/CapEff:\t0+\n/)
  },
  patience,
)

it(
  'an account is made in it, a photograph comes in, and its health is asked for',
  async () => {
    expect((await computer.signUp()).status).toBe(201)
    const body = { firstName: 'Marta', lastName: 'Rossi', profileImg: { data: photograph(600, 600) } }
    expect((await computer.ask('/api/patient', { method: 'POST', body })).status).toBe(201)
    expect(inside('ulna', 'verify').said).toContain('chain unbroken')
    const health = JSON.parse(
      engine.run('image', 'inspect', '--format', '{{json .Config.Healthcheck.Test}}', image),
    )
    expect(inside(...health.slice(1)).status).toBe(0)
  },
  patience,
)

it(
  'it stops in order, and its volume is taken up by the next one',
  async () => {
    engine.run('stop', '--time=90', name)
    expect(inspect('{{.State.ExitCode}}')).toBe('0')
    engine.run('rm', name)
    const { email, password } = computer
    await start()
    const answer = await computer.ask('/api/auth/login', {
      method: 'POST',
      body: { username: email, password },
    })
    expect(answer.status).toBe(200)
  },
  patience,
)
