import type { Upload, UploadedFile } from '@ulna/contract/files/files'
import { missingParts, receivedBytes, retryDelay, type UploadPart } from './upload-plan.ts'

/** What an upload does; while it is `waiting` the line is gone, and it is tried again by itself. */
export type UploadPhase = 'sending' | 'paused' | 'waiting' | 'finishing' | 'done' | 'failed'

export interface UploadState {
  readonly phase: UploadPhase
  /** Bytes that have arrived or are on the line. */
  readonly sent: number
  /** Why it failed. */
  readonly error?: unknown
  readonly uploaded?: UploadedFile
}

/** How an upload speaks with the server. */
export interface UploadTransport {
  readonly start: (signal: AbortSignal) => Promise<Upload>
  readonly read: (uploadId: number, signal: AbortSignal) => Promise<Upload>
  readonly put: (
    upload: Upload,
    part: UploadPart,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>
  readonly complete: (uploadId: number, signal: AbortSignal) => Promise<UploadedFile>
  readonly abort: (uploadId: number) => Promise<void>
  /** The line or the server is away, or a link is too old: trying again may help. */
  readonly isTemporary: (error: unknown) => boolean
  /** The server no longer knows the upload. */
  readonly isGone: (error: unknown) => boolean
  /** Whether parts are missing, whatever was answered before. */
  readonly isIncomplete: (error: unknown) => boolean
}

export interface UploaderOptions {
  readonly transport: UploadTransport
  /** An upload that began before. */
  readonly uploadId?: number | undefined
  readonly onState: (state: UploadState) => void
  /** Told the id once there is one, and undefined when there is none any more. */
  readonly onUpload?: (upload: Upload | undefined) => void
  /** Ends early when the line is back. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface Uploader {
  /** Begins, or goes on. */
  readonly resume: () => void
  readonly pause: () => void
  /** Gives it up, here and on the server. */
  readonly cancel: () => Promise<void>
}

/** Sends one file in parts: again after every failure that may pass, never twice what has arrived. */
export const createUploader = (options: UploaderOptions): Uploader => {
  const { transport, onState, onUpload, wait } = options
  let uploadId = options.uploadId
  let running: AbortController | undefined
  let sent = 0
  let failures = 0
  // Ended on the server though its answer may have been lost: then it is asked to end again, not sent again.
  let isSent = false

  const tell = (phase: UploadPhase, more: Partial<UploadState> = {}): void => {
    sent = more.sent ?? sent
    onState({ phase, ...more, sent })
  }

  const begin = async (signal: AbortSignal): Promise<Upload> => {
    const upload = await transport.start(signal)
    uploadId = upload.id
    onUpload?.(upload)
    return upload
  }

  /** Which parts have arrived: asked after every failure, for a part may be there though its answer was lost. */
  const current = async (signal: AbortSignal): Promise<Upload> => {
    if (uploadId === undefined) return begin(signal)
    try {
      return await transport.read(uploadId, signal)
    } catch (error) {
      if (!transport.isGone(error)) throw error
      onUpload?.(undefined)
      return begin(signal)
    }
  }

  const sendMissing = async (signal: AbortSignal): Promise<void> => {
    const upload = await current(signal)
    let arrived = receivedBytes(upload)
    tell('sending', { sent: arrived })
    for (const part of missingParts(upload)) {
      await transport.put(upload, part, (bytes) => tell('sending', { sent: arrived + bytes }), signal)
      failures = 0
      arrived += part.to - part.from
      tell('sending', { sent: arrived })
    }
    isSent = true
  }

  const finish = async (id: number, signal: AbortSignal): Promise<void> => {
    tell('finishing')
    try {
      const uploaded = await transport.complete(id, signal)
      onUpload?.(undefined)
      tell('done', { uploaded })
    } catch (error) {
      if (transport.isIncomplete(error)) isSent = false
      throw error
    }
  }

  const attempt = async (signal: AbortSignal): Promise<void> => {
    if (!isSent) await sendMissing(signal)
    if (uploadId !== undefined) await finish(uploadId, signal)
  }

  const run = async (control: AbortController): Promise<void> => {
    const { signal } = control
    while (!signal.aborted) {
      try {
        return await attempt(signal)
      } catch (error) {
        if (signal.aborted) return
        const passes = transport.isTemporary(error) || transport.isIncomplete(error)
        if (!passes) return tell('failed', { error })
        failures += 1
        tell('waiting')
        await wait(retryDelay(failures), signal)
      }
    }
  }

  const stop = (): void => {
    running?.abort()
    running = undefined
  }

  return {
    resume: () => {
      stop()
      failures = 0
      const control = new AbortController()
      running = control
      tell('sending')
      void run(control)
    },
    pause: () => {
      stop()
      tell('paused')
    },
    cancel: async () => {
      stop()
      const id = uploadId
      uploadId = undefined
      if (id === undefined) return
      onUpload?.(undefined)
      await transport.abort(id)
    },
  }
}
