import { accountEndpoints } from '@ulna/contract/accounts'
import { type Call, createHttpClient } from './http-client.ts'
import { loading } from './loading.ts'
import { browserTokenPlaces, createTokenStore } from './token-store.ts'
import { createTokens } from './tokens.ts'

export const tokens = createTokens(createTokenStore(browserTokenPlaces()))

/** A new token for the session of the cookie. */
const refresh = async (send: Call): Promise<void> => {
  const { metadata, clockSkew } = await send(accountEndpoints.refresh, { silent: true })
  await tokens.keep({ ...metadata, clockSkew })
}

export const baseUrl = (): string => `${window.location.origin}/api`

/** Calls an endpoint of the contract: `call(patientEndpoints.read, { params: { id } })` answers `{ payload, metadata }`. */
export const call: Call = createHttpClient({ baseUrl: baseUrl(), tokens, loading, refresh })

export const refreshToken = (): Promise<void> => refresh(call)
