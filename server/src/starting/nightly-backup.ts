import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
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

/** Whoever works at this moment comes first. A machine that does not know of priorities goes on all the same. */
const giveWay = ({ pid }: ChildProcess, log: InstallationLog): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    log.warn(`backup: its priority stays as it is: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Backups that this process begins, each in a process of its own that gives way to everybody: as `npm run backup` does. */
export const nightlyBackups = (log: InstallationLog): NightlyBackups => {
  let running: ChildProcess | undefined
  return {
    start: () => {
      if (running) return
      const child = spawn(process.execPath, [programFile(import.meta.url, '../backup.ts')], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running = child
      giveWay(child, log)
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
