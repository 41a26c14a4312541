// Sign-in against argon2 alone, and what a morning of sign-ins does to everybody else: `npm run bench -- sign-in`.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { productionCost } from '../server/src/platform/identity/password-hashing.ts'
import { askServer } from './ask-server.ts'
import { credentials, registerOwner, signIn } from './practice.ts'
import { onUlna, type ServerProcess } from './processes.ts'
import { publish } from './publish.ts'
import { readWhile, seedPatients } from './readers.ts'
import { markdown, middle } from './report.ts'

const seconds = 5
const rounds = 5
/** People at the door. */
const atTheDoor = 8
/** Sign-ins of the morning, all at once. */
const morning = 50
const targets = { share: 0.9, slowdown: 2 } as const

const { memoryCost, timeCost, parallelism } = productionCost

const argon2Alone = async (): Promise<number> => {
  const program = fileURLToPath(new URL('argon2-alone.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    program,
    ...[memoryCost, timeCost, parallelism, seconds].map(String),
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

interface Round {
  /** Passwords a second that argon2 verifies alone, and sign-ins a second. */
  readonly alone: number
  readonly rate: number
  /** Milliseconds of the slowest twentieth of others' reads: without sign-ins, and during them. */
  readonly quiet: number
  readonly busy: number
}

const shareOf = ({ rate, alone }: Round): number => rate / alone
const slowdownOf = ({ busy, quiet }: Round): number => busy / quiet

const spanOf = (rounds: readonly number[]): string =>
  `**${middle(rounds).toFixed(2)}** (rounds ${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)})`

const tableOf = (measured: readonly Round[]): string => {
  const of = (key: keyof Round): string => middle(measured.map((round) => round[key])).toFixed(1)
  return markdown(
    ['what', 'measured', 'target'],
    [
      [
        'sign-ins a second, over what argon2 alone allows',
        `${of('rate')} of ${of('alone')}, ${spanOf(measured.map(shareOf))}`,
        `≥ ${targets.share}`,
      ],
      [
        `p95 of others’ reads while ${morning} sign in, over p95 without them`,
        `${of('busy')} ms of ${of('quiet')} ms, ${spanOf(measured.map(slowdownOf))}`,
        `≤ ${targets.slowdown}`,
      ],
    ],
  )
}

const measureAll = async (ulna: ServerProcess): Promise<boolean> => {
  await registerOwner(ulna.url)
  const { token } = await signIn(ulna.url)
  await seedPatients(ulna.url, token)
  await signInRate(ulna.url)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await argon2Alone()
    const rate = await signInRate(ulna.url)
    const quiet = await readWhile(ulna.url, token, pause())
    const signIns = Promise.all(Array.from({ length: morning }, () => signOnce(ulna.url)))
    const busy = await readWhile(ulna.url, token, signIns)
    measured.push({ alone, rate, quiet, busy })
    console.log(
      `sign-in ${rate.toFixed(1)}/s of ${alone.toFixed(1)}/s, ${(rate / alone).toFixed(2)}; reads p95 ${quiet.toFixed(1)} ms, ` +
        `while ${morning} sign in ${busy.toFixed(1)} ms, ${(busy / quiet).toFixed(2)} times`,
    )
  }
  const [share, slowdown] = [middle(measured.map(shareOf)), middle(measured.map(slowdownOf))]
  await publish('npm run bench -- sign-in', tableOf(measured))
  return share >= targets.share && slowdown <= targets.slowdown
}

process.exit((await onUlna('sign-in', measureAll)) ? 0 : 1)
