import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A directory of a test's own. */
export const createScratchDirectory = async (): Promise<{ directory: string; remove(): Promise<void> }> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'ulna-scratch-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
