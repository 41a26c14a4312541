import { spawn } from 'node:child_process'
import path from 'node:path'
import { childEnvironment } from '../../src/platform/child-environment.ts'
import { repositoryRoot } from '../build-test-app.ts'

/** Runs a command of the server, `verify` or `secret-lost`, to its end. */
export const runCommand = (
  name: 'verify' | 'secret-lost',
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve, reject) => {
    const file = path.join(repositoryRoot, `server/src/${name}.ts`)
    const child = spawn(process.execPath, [file, ...args], {
      cwd: repositoryRoot,
      env: { ...childEnvironment(), PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }))
  })
