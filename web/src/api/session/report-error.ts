import { ApiError, asksForMore, hasKey, isAbort } from '../http/api-error.ts'
import { type NewMessage, queueInfo } from '../http/messages.ts'
import { type AccessObstacle, accessObstacles } from './session.ts'

/** What an error asks of the app (specification §8, user-facing handling). */
export type ErrorReaction =
  | { readonly kind: 'session-expired' }
  | { readonly kind: 'choose-practice' }
  /** The session works in another practice than this page shows. */
  | { readonly kind: 'practice-moved'; readonly practiceId: number }
  /** A rule of the practice keeps its member out. */
  | { readonly kind: 'access-rejected'; readonly obstacle: AccessObstacle }
  | { readonly kind: 'message'; readonly message: NewMessage }
  | { readonly kind: 'nothing' }

const errorMessage = (key: string, params?: NewMessage['params']): ErrorReaction => ({
  kind: 'message',
  message: { kind: 'error', key, params },
})

/** Keys of the catalogue that say more than "forbidden" and have a text of their own. */
const plainRefusals = ['forbidden', 'unauthorized']

const isLostSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && !asksForMore.includes(error.key)

/**
 * What concerns the whole page is told to it, whoever asked. A mail domain may also be somebody else's, who is being
 * invited: that is the business of the form.
 */
export const concernsPage = (error: unknown): boolean =>
  isLostSession(error) || hasKey(error, 'practice_required', 'ip_rejected', 'schedule_rejected')

const practiceReaction = (chosen: unknown): ErrorReaction =>
  typeof chosen === 'number' ? { kind: 'practice-moved', practiceId: chosen } : { kind: 'choose-practice' }

/** How long to wait is worth more than that one must. */
const waitMessage = (seconds: number): ErrorReaction =>
  errorMessage('rate_limited_wait', { count: Math.max(1, Math.ceil(seconds / 60)) })

const reactionToRefusal = (error: ApiError): ErrorReaction => {
  if (isLostSession(error)) return { kind: 'session-expired' }
  if (error.key === 'rate_limited' && error.retryAfter) return waitMessage(error.retryAfter)
  if (error.status === 403 && error.key === 'practice_required')
    return practiceReaction(error.errors[0]?.params?.chosen)
  const obstacle = accessObstacles.find((key) => key === error.key)
  if (obstacle) return { kind: 'access-rejected', obstacle }
  if (error.isForbidden && (error.errors.length === 0 || plainRefusals.includes(error.key)))
    return errorMessage('information.forbidden')
  const [first] = error.errors
  if (!first) return errorMessage('generalError', { error: `HTTP ${error.status}` })
  return errorMessage(error.key, { ...first.params, ...(first.field ? { field: first.field } : {}) })
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
  readonly movePractice: (practiceId: number) => void
  readonly rejectAccess: (obstacle: AccessObstacle) => void
  readonly queue: (message: NewMessage) => void
}

export const createErrorReporter =
  ({ expireSession, requirePractice, movePractice, rejectAccess, queue }: ErrorOutlets) =>
  (error: unknown): void => {
    const reaction = reactionTo(error)
    if (reaction.kind === 'session-expired') expireSession()
    if (reaction.kind === 'choose-practice') requirePractice()
    if (reaction.kind === 'practice-moved') movePractice(reaction.practiceId)
    if (reaction.kind === 'access-rejected') rejectAccess(reaction.obstacle)
    if (reaction.kind === 'message') queue(reaction.message)
  }

/** Success shows `information.success` unless the caller has better words, a key of the group `common`. */
export const reportSuccess = (key = 'information.success', params?: NewMessage['params']): void =>
  queueInfo(key, { params })
