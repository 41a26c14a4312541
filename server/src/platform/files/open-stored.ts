import { AppError } from '../app-error.ts'
import type { FileStore, OpenFile } from './file-store.ts'

/** The bytes of a file; undefined where the store has lost them, which is no reason to give nothing at all. */
export const openStored = async (store: FileStore, key: string): Promise<OpenFile | undefined> => {
  try {
    return await store.open(key)
  } catch (error) {
    if (error instanceof AppError && error.key === 'file_not_found') return undefined
    throw error
  }
}
