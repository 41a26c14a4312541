import { spawn } from 'node:child_process'
import { childEnvironment } from '../../src/platform/child-environment.ts'
import { repositoryRoot } from '../build-test-app.ts'
import { bundledFile, type ServerCommand } from './server-process.ts'

/** Runs a command of the server to its end, or kills it after so many milliseconds; its code is null then. */
export const runCommand = async (
  name: ServerCommand,
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  killAfterMs?: number,
): Promise<{ readonly code: number | null; readonly output: string }> => {
  const file = await bundledFile(name)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: repositoryRoot,
      env: { ...childEnvironment(), PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}
