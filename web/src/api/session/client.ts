import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { ApiError } from '../http/api-error.ts'
import { type Call, createHttpClient } from '../http/http-client.ts'
import { loading } from '../http/loading.ts'
import { noteBuild } from '../http/server-build.ts'
import { browserTokenPlaces, createTokenStore } from '../http/token-store.ts'
import { createTokens, renewUnlessSignedIn } from '../http/tokens.ts'
import { createActivity } from './activity.ts'
import { fetchOrTake } from './asked-ahead.ts'
import { proofRequests, withFreshProof } from './fresh-proof.ts'
import { withHandedOver } from './handed-over.ts'
import { session } from './session.ts'

export const tokens = createTokens(createTokenStore(browserTokenPlaces()))

const activity = createActivity(window, document.visibilityState === 'visible')

/** The cookie is one for all tabs: somebody else may have signed in in another one. */
const isSomebodyElse = (userId: number): boolean => {
  const { authUser } = session.get()
  return authUser !== null && authUser.id !== userId
}

/** A new token for the session of the cookie. Only what a person did prolongs the session (product-decisions.md §3). */
const renew = async (send: Call): Promise<void> => {
  const wasActive = activity.take()
  try {
    const { payload, metadata, clockSkew } = await send(accountEndpoints.refresh, {
      silent: true,
      headers: wasActive ? { 'ulna-active': '1' } : {},
    })
    if (isSomebodyElse(payload.userId))
      throw new ApiError(401, [{ code: '0012', message: 'session_invalid' }])
    await tokens.keep({ ...metadata, clockSkew })
  } catch (error) {
    if (wasActive) activity.putBack()
    throw error
  }
}

const refresh = (send: Call): Promise<void> => renewUnlessSignedIn(tokens, () => renew(send))

export const baseUrl = (): string => `${window.location.origin}/api`

const send = createHttpClient({
  baseUrl: baseUrl(),
  tokens,
  loading,
  refresh,
  practice: () => session.get().authPractice?.id ?? null,
  noteBuild,
  fetch: fetchOrTake,
})

/**
 * Calls an endpoint of the contract: `call(patientEndpoints.read, { params: { id } })` answers `{ payload, metadata }`.
 * Where the server wants a fresh proof of identity, the call waits for it.
 */
export const call: Call = withHandedOver(withFreshProof(send, proofRequests.ask))

/** What a call answers, where nobody asks what stands beside it. */
export const payloadOf = async <Payload>(answer: Promise<{ readonly payload: Payload }>): Promise<Payload> =>
  (await answer).payload

export const refreshToken = (): Promise<void> => refresh(send)
