/** An upload that is not finished, by id: no names, no contents. The server says the rest. */
export interface KeptUpload {
  readonly id: number
  readonly recordId: number
  /** Instant at which the server gives it up. */
  readonly until: string
}

const isKept = (one: unknown): one is KeptUpload => {
  if (typeof one !== 'object' || one === null) return false
  const { id, recordId, until } = one as Partial<KeptUpload>
  return Number.isInteger(id) && Number.isInteger(recordId) && typeof until === 'string'
}

const place = 'ulna.uploads'

/** Remembers which uploads can be taken up again after the page was loaded anew. */
export const createUploadMemory = (storage: Pick<Storage, 'getItem' | 'setItem'>, now = () => new Date()) => {
  const read = (): KeptUpload[] => {
    try {
      const found: unknown = JSON.parse(storage.getItem(place) ?? '[]')
      const kept = Array.isArray(found) ? found.filter(isKept) : []
      return kept.filter(({ until }) => Date.parse(until) > now().getTime())
    } catch {
      // Somebody else wrote there: nothing is remembered.
      return []
    }
  }
  const write = (uploads: readonly KeptUpload[]): void => storage.setItem(place, JSON.stringify(uploads))
  return {
    ofRecord: (recordId: number): KeptUpload[] => read().filter((one) => one.recordId === recordId),
    keep: (upload: KeptUpload): void => write([...read().filter(({ id }) => id !== upload.id), upload]),
    forget: (id: number): void => write(read().filter((one) => one.id !== id)),
  }
}
