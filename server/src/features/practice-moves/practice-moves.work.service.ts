import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from '../../platform/files/names-in.ts'

const prefixOf = (practiceId: number): string => `practice-${practiceId}-`

/**
 * Where a command puts together what it archives, in the folder of work: the same for the same archive, so that a run after
 * a kill finds it, and where killed processes are tidied up after.
 */
export const commandFolder = (workDirectory: string, practiceId: number, target: string): string =>
  path.join(
    workDirectory,
    `${prefixOf(practiceId)}${createHash('sha256').update(target).digest('hex').slice(0, 16)}`,
  )

/** Removes what was being put together of a practice, for commands and for archives with these ids. */
export const removeWork = async (
  workDirectory: string,
  practiceId: number,
  exportIds: readonly number[],
): Promise<void> => {
  const ofCommands = (await namesIn(workDirectory)).filter((name) => name.startsWith(prefixOf(practiceId)))
  for (const name of [...exportIds.map(String), ...ofCommands])
    await rm(path.join(workDirectory, name), { recursive: true, force: true })
}

const arriving = 'arriving-'

/** Where an archive that arrives is decrypted. Nobody else takes one in now: what lies there is of who was killed. */
export const freshScratch = async (workDirectory: string): Promise<string> => {
  await mkdir(workDirectory, { recursive: true, mode: 0o700 })
  for (const name of await namesIn(workDirectory))
    if (name.startsWith(arriving)) await rm(path.join(workDirectory, name), { force: true })
  return path.join(workDirectory, `${arriving}${randomUUID()}`)
}
