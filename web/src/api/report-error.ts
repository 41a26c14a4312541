import { ApiError } from './api-error.ts'
import { type NewMessage, queueInfo } from './messages.ts'

/** What an error asks of the app (specification §8, user-facing handling). */
export type ErrorReaction =
  | { readonly kind: 'session-expired' }
  | { readonly kind: 'choose-practice' }
  | { readonly kind: 'message'; readonly message: NewMessage }
  | { readonly kind: 'nothing' }

const errorMessage = (key: string, params?: NewMessage['params']): ErrorReaction => ({
  kind: 'message',
  message: { kind: 'error', key, params },
})

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Keys of the catalogue that say more than "forbidden" and have a text of their own. */
const plainRefusals = ['forbidden', 'unauthorized']

const reactionToRefusal = (error: ApiError): ErrorReaction => {
  if (error.status === 401) return { kind: 'session-expired' }
  if (error.status === 403 && error.key === 'practice_required') return { kind: 'choose-practice' }
  if (error.isForbidden && (error.errors.length === 0 || plainRefusals.includes(error.key)))
    return errorMessage('information.forbidden')
  const [first] = error.errors
  if (!first) return errorMessage('generalError', { error: `HTTP ${error.status}` })
  return errorMessage(first.message, { ...first.params, ...(first.field ? { field: first.field } : {}) })
}

/** Decides; `reportError` carries it out. Errors without HTTP answer show their own text. */
export const reactionTo = (error: unknown): ErrorReaction => {
  if (isAbort(error)) return { kind: 'nothing' }
  if (error instanceof ApiError) return reactionToRefusal(error)
  return errorMessage(error instanceof Error ? error.message : String(error))
}

/** A signature that does not exist yet is no error (specification §8). */
export const isMissingSignature = (error: unknown): boolean => error instanceof ApiError && error.isMissing

export interface ErrorOutlets {
  readonly expireSession: () => void
  readonly requirePractice: () => void
  readonly queue: (message: NewMessage) => void
}

export const createErrorReporter =
  ({ expireSession, requirePractice, queue }: ErrorOutlets) =>
  (error: unknown): void => {
    const reaction = reactionTo(error)
    if (reaction.kind === 'session-expired') expireSession()
    if (reaction.kind === 'choose-practice') requirePractice()
    if (reaction.kind === 'message') queue(reaction.message)
  }

/** Success shows `information.success` unless the caller has better words, a key of the group `common`. */
export const reportSuccess = (key = 'information.success', params?: NewMessage['params']): void =>
  queueInfo(key, { params })
