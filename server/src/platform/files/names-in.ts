import { readdir } from 'node:fs/promises'

/** What lies in a folder; nothing where there is none. */
export const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
