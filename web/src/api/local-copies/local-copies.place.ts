import { createStore, delMany, set, type UseStore, values } from 'idb-keyval'

/** What lies in the browser's storage: no text, only who it belongs to and what it would be opened with. */
export interface CopyRow {
  readonly id: string
  readonly userId: number
  readonly practiceId: number
  readonly patientId: number
  readonly draftKey: string
  /** Milliseconds since 1970. */
  readonly savedAt: number
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** Where rows lie. Every call rejects where the browser denies storage or has no room. */
export interface CopyPlace {
  readonly all: () => Promise<CopyRow[]>
  readonly put: (row: CopyRow) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

export const browserCopyPlace = (): CopyPlace => {
  let store: UseStore | undefined
  const database = (): UseStore => {
    store ??= createStore('ulna-copies', 'keyval')
    return store
  }
  return {
    all: async () => values<CopyRow>(database()),
    put: async (row) => set(row.id, row, database()),
    remove: async (ids) => delMany([...ids], database()),
  }
}
