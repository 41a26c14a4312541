import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { restoreFaultVariable } from '../config.ts'
import type { RestoreWish } from '../features/backups/backups.first-visit.service.ts'
import { programFile } from '../platform/program-file.ts'

/** `npm run restore` with a key that lies in no file; answers the last line of what it complained about, empty where it went well. */
const runRestore = async ({ path, key }: RestoreWish): Promise<string> => {
  const child = spawn(process.execPath, [programFile(import.meta.url, '../restore.ts'), path], {
    env: { ...process.env, BACKUP_IDENTITY_FILE: '-' },
    stdio: ['pipe', 'inherit', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(key)
  const [said, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code === 0) return ''
  process.stderr.write(said)
  return said.trim().split('\n').at(-1) ?? 'The restore did not come to its end.'
}

/**
 * Restores while this process serves nobody any more, and becomes the server again, on the same port and with the same
 * number: whoever looks after it notices nothing.
 */
export const restartRestored = async (wish: RestoreWish, port: number): Promise<never> => {
  const fault = await runRestore(wish)
  const { execve } = process
  if (!execve) throw new Error('This system cannot start a process again: start the server by hand.')
  const environment = { ...process.env, PORT: String(port), [restoreFaultVariable]: fault }
  return execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    environment,
  )
}
