import type { WireError } from '@ulna/contract/errors'
import { ApiError, ConnectionError } from '../http/api-error.ts'
import { practiceHeader } from '../http/http-client.ts'
import { baseUrl, refreshToken, tokens } from '../session/client.ts'
import { session } from '../session/session.ts'

/** A connection over which nothing moves for so long is given up: on a bad line a new one is faster. Milliseconds. */
const stalledAfter = 30_000

export interface BytesWish {
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: ArrayBuffer
  readonly signal?: AbortSignal | undefined
  /** Milliseconds of silence after which the connection is given up, where the answer itself takes long. */
  readonly patience?: number
  /** Bytes that have gone over the line. */
  readonly onProgress?: ((bytes: number) => void) | undefined
}

interface BytesAnswer {
  readonly status: number
  readonly blob: Blob
  readonly retryAfter: number | null
}

const aborted = (): DOMException => new DOMException('The transfer was stopped', 'AbortError')

/** `fetch` tells nothing about what has been sent, so bytes go by XMLHttpRequest. */
const transfer = ({
  method,
  url,
  headers = {},
  body,
  signal,
  patience = stalledAfter,
  onProgress,
}: BytesWish): Promise<BytesAnswer> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (): void => request.abort()
    const settle = (outcome: () => void): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      outcome()
    }
    const watch = (): void => {
      clearTimeout(timer)
      timer = setTimeout(stop, patience)
    }
    const onMove = ({ loaded }: ProgressEvent): void => {
      watch()
      onProgress?.(loaded)
    }
    request.open(method, url)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = onMove
    if (method === 'GET') request.onprogress = onMove
    request.onload = () =>
      settle(() => {
        const after = Number(request.getResponseHeader('retry-after'))
        resolve({ status: request.status, blob: request.response as Blob, retryAfter: after || null })
      })
    request.onerror = () => settle(() => reject(new ConnectionError('transfer')))
    // Stopped by whoever asked, or because nothing moved.
    request.onabort = () => settle(() => reject(signal?.aborted ? aborted() : new ConnectionError('stalled')))
    signal?.addEventListener('abort', stop)
    watch()
    request.send(body ?? null)
  })

const refusalOf = async ({ status, blob, retryAfter }: BytesAnswer): Promise<ApiError> => {
  const text = await blob.text()
  try {
    const { errors, metadata } = JSON.parse(text) as { errors?: WireError[]; metadata?: object }
    return new ApiError(status, errors ?? [], { ...metadata }, retryAfter)
  } catch {
    // A proxy's own page, or a file store's: the status says enough.
    return new ApiError(status, [], {}, retryAfter)
  }
}

const orRefusal = async (answer: BytesAnswer): Promise<BytesAnswer> => {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw await refusalOf(answer)
}

const ownHeaders = (): Record<string, string> => {
  const practice = session.get().authPractice?.id
  return {
    authorization: `Bearer ${tokens.current()}`,
    ...(practice === undefined ? {} : { [practiceHeader]: String(practice) }),
  }
}

/** Sends or fetches bytes of the API, with the token and practice of the page; an ended token is renewed once. */
export const transferOwn = async ({ url, headers, ...wish }: BytesWish): Promise<Blob> => {
  const go = () => transfer({ ...wish, url: `${baseUrl()}${url}`, headers: { ...headers, ...ownHeaders() } })
  const first = await go()
  if (first.status !== 401) return (await orRefusal(first)).blob
  await refreshToken()
  return (await orRefusal(await go())).blob
}

/** Sends bytes where a signed link leads: nothing of the session goes along. */
export const transferSigned = async (wish: BytesWish): Promise<void> => {
  await orRefusal(await transfer(wish))
}
