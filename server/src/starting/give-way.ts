import { readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { reasonOf } from '../platform/app-error.ts'

/** Of what waits: a tenth of what others get, so that it also ends on a machine that is never idle. */
const niceness = 10

/** Where Linux keeps the niceness of a whole session, sched(7). */
const sessionNiceness = '/proc/self/autogroup'

/** Number of the session of this process: the sixth word of proc_pid_stat(5), whose second may hold spaces. */
const sessionOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Linux shares its processors out among sessions first, and by priority only within each; PostgreSQL's processes have
 * one each. Whoever leads a session, as what is begun `detached` does, lowers all of it; nobody else lowers a session that
 * is also a terminal's.
 */
const lowerSession = async (): Promise<void> => {
  if (process.platform !== 'linux') return
  if (sessionOf(await readFile('/proc/self/stat', 'utf8')) !== process.pid) return
  await writeFile(sessionNiceness, String(niceness)).catch((error: unknown) => {
    // A kernel without it goes by priority alone.
    if (!isMissing(error)) throw error
  })
}

/** Whoever works at this moment comes first. A machine that does not know of priorities goes on all the same, and says so. */
export const giveWay = async (warn: (message: string) => void): Promise<void> => {
  try {
    setPriority(niceness)
    await lowerSession()
  } catch (error) {
    warn(`Its priority stays as it is: ${reasonOf(error)}`)
  }
}
