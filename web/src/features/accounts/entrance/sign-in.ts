import { accountEndpoints, type SessionPayload } from '@ulna/contract/accounts/accounts'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { ApiError } from '../../../api/http/api-error.ts'
import { call, tokens } from '../../../api/session/client.ts'
import { changeSession, enterSession, session } from '../../../api/session/session.ts'
import { chooseLanguage } from '../../../i18n/i18n.ts'

export interface SignedIn {
  readonly payload: SessionPayload
  readonly metadata: { token: string; expiresAt: string; firebaseToken: string | null }
  readonly clockSkew: number
}

/** Leaves the page with all it has read; what waits for this never goes on. */
const startAnew = (): Promise<never> => {
  window.location.assign('/app/dashboard')
  return new Promise(() => undefined)
}

/** The session as it must be for this page to go on: in the practice that is open. Null when it cannot be. */
const inOpenPractice = async (
  payload: SessionPayload,
  id: number | undefined,
): Promise<SessionPayload | null> => {
  if (id === undefined || payload.practice?.id === id) return payload
  try {
    await call(practiceEndpoints.setCurrent, { params: { id } })
    return (await call(accountEndpoints.me)).payload
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * Tokens in an answer are stored (specification §7), then the session is entered. Over an open page the same person
 * goes on in the same practice; anybody else sees nothing of it.
 */
export const enter = async ({ payload, metadata, clockSkew }: SignedIn, remember: boolean): Promise<void> => {
  const { authUser, authPractice } = session.get()
  await tokens.keep({ ...metadata, clockSkew }, remember)
  if (authUser !== null && authUser.id !== payload.user.id) return startAnew()
  const entered = await inOpenPractice(payload, authPractice?.id)
  if (entered === null) return startAnew()
  await chooseLanguage(entered.user.language)
  enterSession(entered, metadata.firebaseToken)
  changeSession({ rememberMeCompleted: true })
}

export type Credentials = BodyInputOf<typeof accountEndpoints.login>

/** Rejects with second_factor_required when a code must come along. */
export const signIn = async (credentials: Credentials): Promise<void> => {
  await enter(await call(accountEndpoints.login, { body: credentials }), credentials.remember ?? false)
}
