import { ApiError, hasKey } from '../../../api/http/api-error.ts'
import type { Tokens } from '../../../api/http/tokens.ts'
import { accessObstacles, type SessionState } from '../../../api/session/session.ts'

export interface RestoreParts {
  readonly tokens: Pick<Tokens, 'restore' | 'clear'>
  /** The server's cookie without secret that says a session exists, also in a tab that was never signed in. */
  readonly hasSessionHint: () => boolean
  /** A token for the session of the cookie. */
  readonly refreshToken: () => Promise<void>
  /** The remember-me login: fetches the current user and enters. */
  readonly rememberMeLogin: () => Promise<void>
  readonly state: () => Pick<SessionState, 'authUser' | 'rememberMeCompleted'>
  readonly changeSession: (change: Partial<SessionState>) => void
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/**
 * The restore of specification §4: a stored token becomes the user token and the current user is fetched; then the
 * step is complete. A session that has ended is forgotten. When the server cannot be reached the step stays open and
 * the error goes up, so that nobody is signed out by a bad connection. It runs once, however many pages wait for it.
 */
export const createRestore = (parts: RestoreParts): (() => Promise<void>) => {
  const { tokens, state, changeSession } = parts

  const enterStoredSession = async (): Promise<void> => {
    const stored = await tokens.restore()
    if (stored === '' && !parts.hasSessionHint()) return
    if (stored === '') await parts.refreshToken()
    await parts.rememberMeLogin()
  }

  /** A refusal settles the restore; anything else goes up. */
  const settleRefusal = async (error: unknown): Promise<void> => {
    if (hasKey(error, 'practice_required')) return changeSession({ practiceRequired: true })
    const accessRejected = accessObstacles.find((key) => hasKey(error, key))
    if (accessRejected) return changeSession({ accessRejected })
    if (isOver(error)) return tokens.clear()
    throw error
  }

  const restore = async (): Promise<void> => {
    await enterStoredSession().catch(settleRefusal)
    changeSession({ rememberMeCompleted: true })
  }

  let restoring: Promise<void> | undefined
  return () => {
    const { authUser, rememberMeCompleted } = state()
    if (authUser || rememberMeCompleted) return Promise.resolve()
    restoring ??= restore().finally(() => {
      restoring = undefined
    })
    return restoring
  }
}
