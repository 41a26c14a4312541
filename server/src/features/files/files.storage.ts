import type { StorageState } from '@ulna/contract/files/files'
import { AppError } from '../../platform/app-error.ts'
import type { FileStore } from '../../platform/files/file-store.ts'

/** Milliseconds that an answer is good for: many pages ask, the store is asked once. */
const usualKeepMs = 10_000
/** Milliseconds after which a store that says nothing counts as away. */
const usualPatienceMs = 10_000

/** What every upload does first; it says whether there is room and whether the store can be written. */
const tryStore = async (files: FileStore): Promise<StorageState> => {
  try {
    const begun = await files.parts.begin('probe', { contentType: 'application/octet-stream', size: 1 })
    await files.parts.abort(begun)
    return 'ready'
  } catch (error) {
    return error instanceof AppError && error.key === 'storage_full' ? 'full' : 'away'
  }
}

const awayAfter = (ms: number): { readonly late: Promise<StorageState>; stop(): void } => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<StorageState>((resolve) => {
    timer = setTimeout(() => resolve('away'), ms)
  })
  return { late, stop: () => clearTimeout(timer) }
}

export interface StorageProbeOptions {
  readonly keepMs?: number
  readonly patienceMs?: number
}

/** Says whether files can be stored now (promises.md A5); asks the store at most every ten seconds. */
export const storageProbe = (
  files: FileStore,
  { keepMs = usualKeepMs, patienceMs = usualPatienceMs }: StorageProbeOptions = {},
): (() => Promise<StorageState>) => {
  let last: { readonly at: number; readonly state: Promise<StorageState> } | undefined
  const ask = async (): Promise<StorageState> => {
    const { late, stop } = awayAfter(patienceMs)
    return Promise.race([tryStore(files), late]).finally(stop)
  }
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= keepMs) last = { at: now, state: ask() }
    return last.state
  }
}
