// Sign-in against argon2 alone, and what a morning of sign-ins does to everybody else: `npm run bench -- sign-in`.
import { execFile } from 'node:child_process'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { askServer } from './ask-server.ts'
import { credentials, registerOwner, signIn } from './practice.ts'
import { buildServer, type ServerProcess, startUlna } from './processes.ts'
import { readWhile, seedPatients } from './readers.ts'
import { middle } from './report.ts'

const seconds = 5
const rounds = 5
/** People at the door. */
const atTheDoor = 8
/** Sign-ins of the morning, all at once. */
const morning = 50
const targets = { share: 0.9, slowdown: 2 } as const

const dataDirectory = `/tmp/ulna-bench-sign-in-${process.pid}`

/** As `productionCost` of server/src/platform/password-hashing.ts. */
const cost = ['65536', '5', '1'] as const

const argon2Alone = async (): Promise<number> => {
  const program = fileURLToPath(new URL('argon2-alone.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    program,
    ...cost,
    String(seconds),
  ])
  return Number(stdout)
}

const signOnce = (url: string): Promise<unknown> =>
  askServer(url, { method: 'POST', path: '/api/auth/login', body: JSON.stringify(credentials) })

/** Sign-ins a second with eight people at the door. */
const signInRate = async (url: string): Promise<number> => {
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  let done = 0
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await signOnce(url)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atTheDoor }, work))
  return done / ((performance.now() - startedAt) / 1000)
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const measureAll = async (ulna: ServerProcess): Promise<boolean> => {
  await registerOwner(ulna.url)
  const { token } = await signIn(ulna.url)
  await seedPatients(ulna.url, token)
  await signInRate(ulna.url)
  const shares: number[] = []
  const slowdowns: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await argon2Alone()
    const rate = await signInRate(ulna.url)
    const quiet = await readWhile(ulna.url, token, pause())
    const signIns = Promise.all(Array.from({ length: morning }, () => signOnce(ulna.url)))
    const busy = await readWhile(ulna.url, token, signIns)
    shares.push(rate / alone)
    slowdowns.push(busy / quiet)
    console.log(
      `sign-in ${rate.toFixed(1)}/s of ${alone.toFixed(1)}/s, ${(rate / alone).toFixed(2)}; reads p95 ${quiet.toFixed(1)} ms, ` +
        `while ${morning} sign in ${busy.toFixed(1)} ms, ${(busy / quiet).toFixed(2)} times`,
    )
  }
  const [share, slowdown] = [middle(shares), middle(slowdowns)]
  console.log(
    `\nsign-in ${share.toFixed(2)} of argon2 alone (target ≥ ${targets.share}); p95 of others ${slowdown.toFixed(2)} times (target ≤ ${targets.slowdown})`,
  )
  return share >= targets.share && slowdown <= targets.slowdown
}

const run = async (): Promise<boolean> => {
  await buildServer()
  await mkdir(dataDirectory, { recursive: true })
  await chmod(dataDirectory, 0o755)
  const ulna = await startUlna(dataDirectory)
  try {
    return await measureAll(ulna)
  } finally {
    await ulna.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

process.exit((await run()) ? 0 : 1)
