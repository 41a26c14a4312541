import { type ErrorKey, keyOfWire, type WireError } from '@ulna/contract/errors'

/** A refusal by the server. `key` is that of the first entry in the catalogue; programs compare it. */
export class ApiError extends Error {
  readonly key: string
  readonly status: number
  readonly errors: readonly WireError[]
  readonly metadata: Readonly<Record<string, unknown>>
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    errors: readonly WireError[],
    metadata: Readonly<Record<string, unknown>> = {},
    retryAfter: number | null = null,
  ) {
    super(errors[0]?.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.key = errors[0] ? keyOfWire(errors[0]) : 'general_error'
    this.status = status
    this.errors = errors
    this.metadata = metadata
    this.retryAfter = retryAfter
  }

  /** Entries that name a field of the body. */
  get fieldErrors(): readonly WireError[] {
    return this.errors.filter((error) => error.field !== undefined)
  }

  /** Classification of specification §8. */
  get isMissing(): boolean {
    return this.status === 404 || this.key === 'not_found'
  }

  get isForbidden(): boolean {
    return this.status === 403 || this.key === 'forbidden'
  }

  get isDuplicate(): boolean {
    return this.key === 'already_exists'
  }
}

/** No answer arrived. The message is a key of the group `error`. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('connection_lost', { cause })
    this.name = 'ConnectionError'
  }
}

/** It was called off, by the page or by the person: there is nothing to tell. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** True for a refusal with this key. */
export const hasKey = (error: unknown, ...keys: readonly ErrorKey[]): error is ApiError =>
  error instanceof ApiError && keys.some((key) => key === error.key)

/** 401 without an ended session: a new token changes nothing, the person must give something more. */
export const asksForMore: readonly string[] = [
  'reauth_required',
  'second_factor_required',
] satisfies ErrorKey[]

/** True when the server was not reached or asks to come back later: what was sent may be sent again. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 503))
