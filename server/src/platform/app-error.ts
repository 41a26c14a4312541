import type { ErrorKey, ErrorParams, FieldError } from '@ulna/contract/errors'

export interface ErrorDetails {
  readonly params?: ErrorParams
  /** What is wrong with which field, for invalid_request. */
  readonly fields?: readonly FieldError[]
  /** Goes out as `metadata`: the current thing of a version conflict, the other appointment of an overlap. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfter?: number
}

/** The one error class of the server: a key of the catalogue and what belongs to it. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly key: ErrorKey
  readonly details: ErrorDetails

  constructor(key: ErrorKey, details: ErrorDetails = {}) {
    super(key)
    this.key = key
    this.details = details
  }
}

/** Bad input in one field. */
export const invalidField = (field: string, message: ErrorKey, params?: ErrorParams): AppError =>
  new AppError('invalid_request', { fields: [params ? { field, message, params } : { field, message }] })

/** Why something failed, for whoever typed a command: behind a key of the catalogue, what it was translated from. */
export const reasonOf = (error: unknown): string => {
  const reason = error instanceof AppError && error.cause instanceof Error ? error.cause : error
  return reason instanceof Error ? reason.message : String(reason)
}
