import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { InstallationLog } from '../installation.ts'
import { programFile } from '../platform/program-file.ts'

export interface NightlyBackups {
  /** Begins one, unless this process has one going on. */
  start(): void
  /** Ends the one that goes on: what it wrote is taken away by the next. */
  stop(): Promise<void>
}

const sayLines = (bytes: Readable, say: (line: string) => void): void => {
  createInterface({ input: bytes }).on('line', (line) => say(`backup: ${line}`))
}

/** Backups that this process begins, each in a process of its own that gives way to everybody: as `npm run backup` does. */
export const nightlyBackups = (log: InstallationLog): NightlyBackups => {
  let running: ChildProcess | undefined
  return {
    start: () => {
      if (running) return
      const child = spawn(process.execPath, [programFile(import.meta.url, '../backup.ts')], {
        // A session of its own, which gives way as a whole (give-way.ts).
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running = child
      sayLines(child.stdout, (line) => log.info(line))
      sayLines(child.stderr, (line) => log.warn(line))
      child.once('error', (error) => log.warn(`backup: ${error.message}`))
      child.once('close', () => {
        running = undefined
      })
    },
    stop: async () => {
      const child = running
      if (!child) return
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}
