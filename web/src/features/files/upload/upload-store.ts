import { fileEndpoints, type Upload } from '@ulna/contract/files/files'
import { ApiError } from '../../../api/http/api-error.ts'
import { createExternalStore, useExternalStore } from '../../../api/http/external-store.ts'
import { call } from '../../../api/session/client.ts'
import { session } from '../../../api/session/session.ts'
import { createUploadMemory } from './upload-memory.ts'
import { receivedBytes } from './upload-plan.ts'
import { createUploadTransport } from './upload-transport.ts'
import { createUploader, type Uploader, type UploadState } from './uploader.ts'

/** One file on its way into a record. It goes on while other pages are looked at. */
export interface UploadEntry {
  readonly key: string
  readonly recordId: number
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly state: UploadState
  /** Undefined for an upload that began before the page was loaded anew, and needs its file again. */
  readonly uploader: Uploader | undefined
  readonly upload: Upload | undefined
}

const store = createExternalStore<readonly UploadEntry[]>([])
const memory = createUploadMemory(window.localStorage)
let lastKey = 0

const change = (key: string, how: Partial<UploadEntry>): void =>
  store.set(store.get().map((entry) => (entry.key === key ? { ...entry, ...how } : entry)))

const forget = (key: string): void => store.set(store.get().filter((entry) => entry.key !== key))

/** Ends early when the line is back, or when nobody waits any more. */
const waitForLine = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

export interface NewUpload {
  readonly recordId: number
  readonly file: File
  readonly contentType: string
  /** An upload of the same file that stopped. */
  readonly resumes?: UploadEntry | undefined
  readonly onDone: () => void
}

/** Begins to upload a file, or goes on with an upload that stopped. */
export const startUpload = ({ recordId, file, contentType, resumes, onDone }: NewUpload): void => {
  lastKey += 1
  const key = resumes?.key ?? `upload-${lastKey}`
  let upload = resumes?.upload
  const uploader = createUploader({
    transport: createUploadTransport({ recordId, file, contentType }),
    uploadId: upload?.id,
    wait: waitForLine,
    onState: (state) => {
      change(key, { state })
      if (state.phase === 'done') onDone()
    },
    onUpload: (next) => {
      if (next) memory.keep({ id: next.id, recordId, until: next.expiresAt })
      else if (upload) memory.forget(upload.id)
      upload = next ?? upload
      change(key, { upload: next })
    },
  })
  const { name, size } = file
  const state: UploadState = { phase: 'sending', sent: resumes?.state.sent ?? 0 }
  const entry = { key, recordId, name, size, contentType, state, uploader, upload }
  const isKnown = store.get().some((one) => one.key === key)
  if (isKnown) change(key, entry)
  else store.set([...store.get(), entry])
  uploader.resume()
}

/** Gives an upload up; the server also does it by itself after a day. */
export const cancelUpload = async (entry: UploadEntry): Promise<void> => {
  forget(entry.key)
  const { upload } = entry
  if (upload) memory.forget(upload.id)
  if (entry.uploader) return entry.uploader.cancel()
  if (upload) await call(fileEndpoints.abortUpload, { params: { id: upload.id }, silent: true })
}

const rememberedEntry = (upload: Upload): UploadEntry => ({
  key: `remembered-${upload.id}`,
  recordId: upload.recordId,
  name: upload.fileName,
  size: upload.size,
  contentType: upload.contentType,
  state: { phase: 'paused', sent: receivedBytes(upload) },
  uploader: undefined,
  upload,
})

const readRemembered = async (id: number): Promise<Upload | undefined> => {
  try {
    return (await call(fileEndpoints.readUpload, { params: { id }, silent: true })).payload
  } catch (error) {
    // Ended or given up elsewhere. Anything else may pass: it is asked for again next time.
    if (error instanceof ApiError && error.isMissing) memory.forget(id)
    return undefined
  }
}

/** Finds the uploads of a record that began before the page was loaded anew. */
export const recallUploads = async (recordId: number): Promise<void> => {
  const isKnown = (id: number): boolean => store.get().some(({ upload }) => upload?.id === id)
  const asked = memory.ofRecord(recordId).filter(({ id }) => !isKnown(id))
  const found = await Promise.all(asked.map(({ id }) => readRemembered(id)))
  const uploads = found.filter((one) => one !== undefined).filter(({ id }) => !isKnown(id))
  if (uploads.length > 0) store.set([...store.get(), ...uploads.map(rememberedEntry)])
}

/** Takes entries away that have nothing left to say. */
export const forgetUploads = (keys: readonly string[]): void => {
  if (keys.length > 0) store.set(store.get().filter(({ key }) => !keys.includes(key)))
}

export const useUploads = (recordId: number | undefined): readonly UploadEntry[] =>
  useExternalStore(store).filter((entry) => entry.recordId === recordId)

const isUnderWay = ({ state, uploader }: UploadEntry): boolean =>
  uploader !== undefined && state.phase !== 'done' && state.phase !== 'failed'

window.addEventListener('beforeunload', (event) => {
  if (store.get().some(isUnderWay)) event.preventDefault()
})

const placeOf = ({ authUser, authPractice }: ReturnType<typeof session.get>): string =>
  `${authUser?.id ?? 0}/${authPractice?.id ?? 0}`
let place = placeOf(session.get())

// What one person uploads in one practice is nothing that another may see or go on with.
session.subscribe(() => {
  const now = placeOf(session.get())
  if (now === place) return
  place = now
  for (const { uploader } of store.get()) uploader?.pause()
  store.set([])
})
