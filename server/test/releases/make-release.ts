/**
 * What is kept of a release, made by the server that is built:
 *
 *   node server/test/releases/make-release.ts <version>
 *
 * A small practice is written through the API, what is answered of it is kept as `answers.json`, and `npm run backup` makes the
 * backup. Both stand in `server/test/releases/<version>` from then on, and every later version is tried on them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repositoryRoot } from '../build-test-app.ts'
import { fillRelease, readClinical } from './release-practice.ts'
import { releaseFolder, releaseKey } from './releases.ts'

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('Which version is it?')

const work = await mkdtemp(path.join(tmpdir(), 'ulna-release-'))
const backups = path.join(work, 'backups')
const variables = {
  ...process.env,
  PORT: '0',
  DATA_DIR: path.join(work, 'data'),
  CAPTCHA: 'off',
  RATE_LIMITS: 'off',
  BACKUP_TO: backups,
  BACKUP_RECIPIENTS: releaseKey.recipient,
}

const run = (program: string): ChildProcess =>
  spawn(process.execPath, [path.join(repositoryRoot, `server/dist/${program}.js`)], {
    env: variables,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const addressOf = async (server: ChildProcess): Promise<string> => {
  let said = ''
  for await (const chunk of server.stdout ?? []) {
    said += String(chunk)
    const [, port] = /Ulna is ready: http:\/\/[^:]+:(\d+)/.exec(said) ?? []
    if (port !== undefined) return `http://127.0.0.1:${port}`
  }
  throw new Error(`the server did not start: ${said}`)
}

const make = async (to: string): Promise<void> => {
  const server = run('main')
  const baseUrl = await addressOf(server)
  const practice = await fillRelease(baseUrl)
  const answers = await readClinical(baseUrl, practice.owner.token, practice)
  const [code] = (await once(run('backup'), 'exit')) as [number | null]
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  if (code !== 0) throw new Error('the backup was not made')
  await mkdir(to, { recursive: true })
  await writeFile(path.join(to, 'answers.json'), `${JSON.stringify({ practice, answers }, null, 1)}\n`)
  await rename(backups, path.join(to, 'backup'))
}

try {
  await make(releaseFolder(version))
} finally {
  await rm(work, { recursive: true, force: true })
}
