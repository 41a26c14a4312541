import { fileEndpoints, type Upload } from '@ulna/contract/files/files'
import { ApiError, ConnectionError, hasKey, isTemporary } from '../../../api/http/api-error.ts'
import { newIdempotencyKey } from '../../../api/http/http-client.ts'
import { transferOwn, transferSigned } from '../../../api/local-copies/bytes.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import { call } from '../../../api/session/client.ts'
import { concernsPage } from '../../../api/session/report-error.ts'
import { session } from '../../../api/session/session.ts'
import { createLanes } from './lanes.ts'
import type { UploadPart } from './upload-plan.ts'
import type { UploadTransport } from './uploader.ts'

/** The browser can no longer read the chosen file: it was moved, changed or its card was taken out. */
export class FileUnreadable extends Error {}

/** Two parts go over the line at a time, of all files together: more would only wait for each other. */
const inLane = createLanes(2)

/** Files stand in a record in the order in which the server heard of them: that of choosing. */
const inTurn = createLanes(1)

/** Reads one part before it is sent: a file that is gone must not look like a line that is gone. */
const readPart = async (file: File, { from, to }: UploadPart): Promise<ArrayBuffer> => {
  try {
    return await file.slice(from, to).arrayBuffer()
  } catch (error) {
    throw new FileUnreadable('unreadable', { cause: error })
  }
}

export interface UploadedThing {
  readonly recordId: number
  readonly file: File
  readonly contentType: string
}

/** Sends the parts of one file to the API, or where the file store takes them itself. */
export const createUploadTransport = ({ recordId, file, contentType }: UploadedThing): UploadTransport => {
  const practiceId = session.get().authPractice?.id
  let startKey = newIdempotencyKey()
  let completeKey = newIdempotencyKey()
  // Where signed links lead nowhere (a proxy, a policy), the parts go through the API.
  let isDirectTried = false

  /** Whoever was signed in when it began; another person or practice must not go on with it. */
  const stayHere = (): void => {
    if (session.get().authPractice?.id !== practiceId) throw new ConnectionError('elsewhere')
  }

  const putOwn = (uploadId: number, part: number, body: ArrayBuffer, wish: Wish): Promise<unknown> =>
    transferOwn({
      ...wish,
      method: 'PUT',
      url: `/upload/${uploadId}/part/${part}`,
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })

  const put = async (upload: Upload, part: UploadPart, wish: Wish): Promise<void> => {
    const body = await readPart(file, part)
    const link = isDirectTried ? undefined : upload.direct?.find((one) => one.part === part.part)
    if (!link) {
      await putOwn(upload.id, part.part, body, wish)
      return
    }
    try {
      await transferSigned({ ...wish, method: 'PUT', url: link.url, body })
    } catch (error) {
      isDirectTried = true
      throw wish.signal.aborted ? error : new ConnectionError(error)
    }
  }

  return {
    start: async (signal) => {
      const body = { fileName: file.name, contentType, size: file.size }
      const wish = { params: { id: recordId }, body, signal, idempotencyKey: startKey, silent: true }
      const { payload } = await inTurn(() => {
        stayHere()
        return call(fileEndpoints.startUpload, wish)
      })
      startKey = newIdempotencyKey()
      completeKey = newIdempotencyKey()
      return payload
    },
    read: async (id, signal) => {
      stayHere()
      return (await call(fileEndpoints.readUpload, { params: { id }, signal, silent: true })).payload
    },
    put: (upload, part, onProgress, signal) =>
      inLane(async () => {
        stayHere()
        await put(upload, part, { signal, onProgress })
      }),
    complete: async (id, signal) => {
      stayHere()
      const wish = { params: { id }, signal, idempotencyKey: completeKey, silent: true }
      return (await call(fileEndpoints.completeUpload, wish)).payload
    },
    abort: async (id) => {
      await call(fileEndpoints.abortUpload, { params: { id }, silent: true })
    },
    isTemporary: (error) => {
      // Signing in and coming back to the practice happen in place; the upload waits for it.
      const isElsewhere = concernsPage(error)
      if (isElsewhere) reportError(error)
      return isElsewhere || isTemporary(error)
    },
    isGone: (error) => error instanceof ApiError && error.isMissing,
    isIncomplete: (error) => {
      const isIncomplete = hasKey(error, 'upload_incomplete')
      // A refused request is not answered anew under the same key.
      if (isIncomplete) completeKey = newIdempotencyKey()
      return isIncomplete
    },
  }
}

interface Wish {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}
