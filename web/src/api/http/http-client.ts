import type { WireError } from '@ulna/contract/errors'
import type {
  BodyInputOf,
  EndpointShape,
  MetadataOf,
  ParamsInputOf,
  PayloadOf,
  QueryInputOf,
} from '@ulna/contract/http/endpoint'
import ky, { HTTPError, type KyInstance, type Options } from 'ky'
import { noteClockSkew } from '../../i18n/server-clock.ts'
import { ApiError, asksForMore, ConnectionError, isAbort } from './api-error.ts'
import type { createLoadingCounters } from './loading.ts'
import type { Tokens } from './tokens.ts'

type Sendable = string | number | boolean

/** Path and query travel as text, so numbers may be given as they are. */
type AsSent<Input> = {
  [Key in keyof Input]: Input[Key] extends string | undefined ? Sendable | undefined : Input[Key]
}

type Part<Name extends string, Shape, Input> = Shape extends undefined
  ? { [Key in Name]?: undefined }
  : Partial<Input> extends Input
    ? { [Key in Name]?: Input | undefined }
    : { [Key in Name]: Input }

export type CallInput<E extends EndpointShape> = Part<'params', ParamsInputOf<E>, AsSent<ParamsInputOf<E>>> &
  Part<'query', QueryInputOf<E>, AsSent<QueryInputOf<E>>> &
  Part<'body', BodyInputOf<E>, BodyInputOf<E>>

export interface CallOptions {
  /** Key of a POST: what is sent twice with the same key is done once. A new one for every call unless given. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Covers the app until the answer is there. */
  blocking?: boolean
  /** Leaves the loading counters alone: for what nobody waits for, such as drafts. */
  silent?: boolean
  headers?: Readonly<Record<string, string>>
}

export interface Answer<E extends EndpointShape> {
  readonly payload: PayloadOf<E>
  readonly metadata: MetadataOf<E>
  /** Milliseconds the server's clock is ahead of this device's. */
  readonly clockSkew: number
}

type Optional<Input> =
  Partial<Input> extends Input ? [input?: Input & CallOptions] : [input: Input & CallOptions]

export type Call = <E extends EndpointShape>(
  endpoint: E,
  ...rest: Optional<CallInput<E>>
) => Promise<Answer<E>>

export interface HttpClientSettings {
  /** Where the API is, for instance `https://ulna.example/api`. */
  readonly baseUrl: string
  readonly tokens: Tokens
  readonly loading: Pick<ReturnType<typeof createLoadingCounters>, 'start' | 'stop'>
  /** Renews the token through GET /auth/refresh; rejects when the session is over. Called once at a time. */
  readonly refresh: (send: Call) => Promise<void>
  /** The practice this page shows; null while none is chosen. */
  readonly practice?: () => number | null
  /** Hears with every answer which build of the web app the server gives out; null where it says nothing of it. */
  readonly noteBuild?: (build: string | null) => void
  /** First delay of the exponential backoff, milliseconds. */
  readonly backoff?: number
  readonly fetch?: typeof globalThis.fetch
}

/** Retry rules of specification §9: three attempts in all. Status 1xx never reaches a program. */
const retriedMethods = ['get', 'head', 'options', 'delete', 'put'] as const
const attempts = 3
const isRetriedStatus = (status: number): boolean =>
  status === 401 || status === 429 || (status >= 503 && status <= 599)
const retriedStatuses = Array.from({ length: 600 }, (_, status) => status).filter(isRetriedStatus)

/** Longer waits are told to the person instead of being sat out (decision 0043). Seconds. */
const longestWait = 30

/** Names one wish, so that it is carried out once. Browsers know `crypto.randomUUID` on HTTPS and localhost only. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const retryAfterOf = (response: Response): number | null => {
  const header = response.headers.get('retry-after')
  if (header === null) return null
  const seconds = Number(header)
  if (!Number.isNaN(seconds)) return seconds
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

const fillPath = (path: string, params: Record<string, Sendable | undefined> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

const queryOf = (query: Record<string, unknown> | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

interface Envelope {
  payload?: unknown
  metadata?: Record<string, unknown>
  errors?: WireError[]
}

const isFile = (response: Response): boolean =>
  /^text\/csv\b/.test(response.headers.get('content-type') ?? '')

const readEnvelope = async (response: Response): Promise<Envelope> => {
  const text = await response.text()
  if (isFile(response)) return { payload: text }
  try {
    return JSON.parse(text) as Envelope
  } catch {
    // A proxy's own page: the status says enough.
    return {}
  }
}

/** Whether a 401 would be the same with a new token; its body stays to be read. */
const isAboutMore = async (response: Response): Promise<boolean> => {
  const { errors } = await readEnvelope(response.clone())
  return asksForMore.includes(errors?.[0]?.message ?? '')
}

const skewOf = (response: Response): number => {
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? 0 : date - Date.now()
}

const translate = async (error: unknown): Promise<unknown> => {
  if (error instanceof HTTPError) {
    const { errors, metadata } = await readEnvelope(error.response)
    const known = Array.isArray(errors) ? errors : []
    return new ApiError(error.response.status, known, metadata ?? {}, retryAfterOf(error.response))
  }
  const isTranslated = error instanceof ApiError || error instanceof ConnectionError
  return isAbort(error) || isTranslated ? error : new ConnectionError(error)
}

/** An answer that belongs to a practice the page has left: it must not be shown, kept or reported. */
const leftPractice = (): DOMException => new DOMException('The practice was changed meanwhile', 'AbortError')

/** The name of the header by which the server notices a page that shows another practice than the session's. */
export const practiceHeader = 'ulna-practice'

const isOfPractice = ({ access }: EndpointShape): boolean => typeof access === 'object'

interface WireCall {
  params?: Record<string, Sendable | undefined>
  query?: Record<string, unknown>
  body?: unknown
}

const isRefresh = (request: Request): boolean => new URL(request.url).pathname.endsWith('/auth/refresh')

/** The typed client over the contract's endpoints, with the retry, token and loading rules of specification §4 and §9. */
export const createHttpClient = (settings: HttpClientSettings): Call => {
  const { tokens, loading } = settings
  let refreshing: Promise<void> | undefined

  const refreshOnce = (): Promise<void> => {
    refreshing ??= settings.refresh(call).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  /** Another request may have renewed the token already while this one was under way. */
  const renewFor = async (request: Request): Promise<void> => {
    const used = request.headers.get('authorization')
    if (used === `Bearer ${tokens.current()}`) await refreshOnce()
  }

  const attachToken = (request: Request): void => {
    if (tokens.current() === '' || isRefresh(request)) return
    request.headers.set('authorization', `Bearer ${tokens.current()}`)
  }

  const shouldRetry = async (error: Error): Promise<boolean | undefined> => {
    if (!(error instanceof HTTPError)) return error instanceof TypeError
    const { response, request } = error
    if ((retryAfterOf(response) ?? 0) > longestWait) return false
    if (response.status !== 401) return undefined
    const isAboutToken = request.headers.has('authorization') && !(await isAboutMore(response))
    return isAboutToken ? undefined : false
  }

  const client: KyInstance = ky.create({
    timeout: false,
    credentials: 'include',
    ...(settings.fetch ? { fetch: settings.fetch } : {}),
    retry: {
      limit: attempts - 1,
      methods: [...retriedMethods],
      statusCodes: retriedStatuses,
      afterStatusCodes: retriedStatuses,
      delay: (attempt) => (settings.backoff ?? 300) * 2 ** (attempt - 1),
      shouldRetry: ({ error }) => shouldRetry(error),
    },
    hooks: {
      afterResponse: [
        (_request, _options, response) => settings.noteBuild?.(response.headers.get('ulna-build')),
      ],
      beforeRequest: [(request) => attachToken(request)],
      beforeRetry: [
        async ({ request, error }) => {
          if (!(error instanceof HTTPError) || error.response.status !== 401) return
          await renewFor(request)
          attachToken(request)
        },
      ],
    },
  })

  /** A refusal of a token that is not the current one any more says nothing of the session there is now. */
  const isOfFormerToken = (error: unknown): boolean => {
    if (!(error instanceof HTTPError) || error.response.status !== 401 || tokens.current() === '')
      return false
    const used = error.request.headers.get('authorization')
    return used !== null && used !== `Bearer ${tokens.current()}`
  }

  /** Somebody who signed in while a call was refused finds it sent again, a POST too: nothing was done. */
  const fetchAsSignedIn = (url: string, options: Options): Promise<Response> =>
    client(url, options).catch((error: unknown) => {
      if (isOfFormerToken(error)) return client(url, options)
      throw error
    })

  const send = async <E extends EndpointShape>(
    endpoint: E,
    input: WireCall & CallOptions,
    practice: number | null,
  ): Promise<Answer<E>> => {
    // A method that is never repeated must not meet an ended token: renew first.
    if (endpoint.method === 'POST' && tokens.isStale() && endpoint.access !== 'public') await refreshOnce()
    const query = queryOf(input.query)
    const url = `${settings.baseUrl}${fillPath(endpoint.path, input.params)}${query && `?${query}`}`
    const options: Options = { method: endpoint.method }
    if (input.signal) options.signal = input.signal
    if (input.body !== undefined) options.json = input.body
    options.headers = {
      ...input.headers,
      ...(endpoint.method === 'POST' && { 'idempotency-key': input.idempotencyKey ?? newIdempotencyKey() }),
      ...(practice !== null && isOfPractice(endpoint) && { [practiceHeader]: String(practice) }),
    }
    const response = await fetchAsSignedIn(url, options)
    const { payload, metadata } = await readEnvelope(response)
    // The server answers by the endpoint's own schema; parsing here again would only cost time.
    const clockSkew = skewOf(response)
    noteClockSkew(clockSkew)
    return { payload, metadata: metadata ?? {}, clockSkew } as Answer<E>
  }

  const shownPractice = (): number | null => settings.practice?.() ?? null

  /** Sends for the practice that the page shows; what comes when it shows another is no answer any more. */
  const sendInPractice = async <E extends EndpointShape>(
    endpoint: E,
    input: WireCall & CallOptions,
  ): Promise<Answer<E>> => {
    const practice = shownPractice()
    const hasLeft = (): boolean => isOfPractice(endpoint) && shownPractice() !== practice
    try {
      const answer = await send(endpoint, input, practice)
      if (hasLeft()) throw leftPractice()
      return answer
    } catch (error) {
      throw hasLeft() ? leftPractice() : error
    }
  }

  const call: Call = async (endpoint, ...[given]) => {
    const input = (given ?? {}) as WireCall & CallOptions
    const kind = input.blocking ? 'blocking' : 'normal'
    if (!input.silent) loading.start(kind)
    try {
      return await sendInPractice(endpoint, input)
    } catch (error) {
      throw await translate(error)
    } finally {
      if (!input.silent) loading.stop(kind)
    }
  }

  return call
}
