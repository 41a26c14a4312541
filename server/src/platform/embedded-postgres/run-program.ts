import { spawn } from 'node:child_process'
import type { ServerAccount } from './server-account.ts'

export interface ProgramRun {
  /** User it runs as; undefined is our own. */
  readonly account?: ServerAccount | undefined
  readonly workingDirectory?: string | undefined
  /** What it reads from its standard input; nothing when nothing is said. */
  readonly input?: string
}

export interface ProgramResult {
  readonly code: number | null
  /** Standard output and standard error as they came. */
  readonly output: string
}

/** PostgreSQL's programs get none of our variables: `PGDATA` and its kin would redirect them, and secrets are not theirs. */
export const programEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  TZ: 'UTC',
})

/** Runs a program of PostgreSQL to its end. */
export const runProgram = (
  file: string,
  args: readonly string[],
  run: ProgramRun = {},
): Promise<ProgramResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...run.account,
      cwd: run.workingDirectory,
      env: programEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', reject)
    // A program that ends before it has read everything says why itself.
    child.stdin.on('error', () => undefined)
    child.stdin.end(run.input ?? '')
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }))
  })
