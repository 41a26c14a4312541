import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from './names-in.ts'

/** Milliseconds without a write after which whoever put something together is taken for killed. */
const leftAfterMs = 24 * 3_600_000

/** When something was last written, or anything in it. What cannot be looked at counts as being written. */
const lastWritten = async (entry: string): Promise<number> => {
  const found = await stat(entry).catch(() => undefined)
  if (found === undefined) return Number.POSITIVE_INFINITY
  if (!found.isDirectory()) return found.mtimeMs
  const inside = await namesIn(entry)
  const times = await Promise.all(inside.map((name) => lastWritten(path.join(entry, name))))
  return Math.max(found.mtimeMs, ...times)
}

/**
 * Removes what killed processes left in the folder of work: archives, copies and files of patients that were being put
 * together or read, and that nobody wrote to for a day. Who lives removes what is theirs.
 */
export const tidyWorkDirectory = async (directory: string, now: number): Promise<void> => {
  for (const name of await namesIn(directory)) {
    const entry = path.join(directory, name)
    if ((await lastWritten(entry)) < now - leftAfterMs) await rm(entry, { recursive: true, force: true })
  }
}
