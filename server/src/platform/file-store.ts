import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from './app-error.ts'

/** Where bytes rest. Keys are made by us, never by a caller: folders and names of [A-Za-z0-9_-]. */
export interface FileStore {
  put(key: string, bytes: Buffer): Promise<void>
  get(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
}

const keyPattern = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*(\.[a-z0-9]+)?$/

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Files below one directory. A file is written aside and renamed, so nobody ever sees half of it. */
export const localFileStore = (directory: string): FileStore => {
  const locate = (key: string): string => {
    if (!keyPattern.test(key)) throw new AppError('file_not_found')
    return path.join(directory, key)
  }
  return {
    put: async (key, bytes) => {
      const target = locate(key)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await writeFile(`${target}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${target}.part`, target)
    },
    get: async (key) => {
      try {
        return await readFile(locate(key))
      } catch (error) {
        if (isMissing(error)) throw new AppError('file_not_found')
        throw error
      }
    },
    remove: (key) => rm(locate(key), { force: true }),
  }
}
