import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const npmNoise = { npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false' }

/**
 * Runs a program in the repository and answers its exit code and, when `quiet`, what it printed; else it prints
 * to our terminal, and what it said on stderr is answered besides. One that is `yielding` works when nobody else would.
 */
export const runCommand = (
  file,
  args,
  { env = {}, quiet = false, directory = root, yielding = false } = {},
) =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: directory,
      env: { ...process.env, ...npmNoise, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', 'pipe'],
    })
    if (yielding && child.pid !== undefined) setPriority(child.pid, 10)
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    if (!quiet) child.stderr?.pipe(process.stderr, { end: false })
    child.once('error', (error) => resolve({ code: 127, output: `${file}: ${error.message}` }))
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }),
    )
  })

/** Runs an installed package's program without npx, which costs half a second. */
export const runTool = (script, args, options) =>
  runCommand(process.execPath, [`node_modules/${script}`, ...args], options)

/** Whether node was started with this module. */
export const isEntry = (url) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url)

/** Ends this process with one sentence. */
export const giveUp = (sentence) => {
  console.error(sentence)
  process.exit(1)
}
