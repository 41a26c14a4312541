import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { type ApiError, hasKey } from '../http/api-error.ts'
import { createExternalStore, type ExternalStore, useExternalStore } from '../http/external-store.ts'
import type { Call } from '../http/http-client.ts'

/** What waits for a proof. */
export interface ProofRequest {
  readonly endpoint: EndpointShape
  /** Why it waits: its `params.shortCode` says what a short code is worth, where one would do. */
  readonly error: ApiError
  /** Sends the call with a short code. */
  readonly sendWith: (code: string) => Promise<object>
}

/** True once identity was proven, false when the person would not, or what a call answers that a code let through. */
type Proof = boolean | object

/** The question "is it still you?", asked once however many calls wait for its answer. */
export interface ProofRequests {
  /** What the question is asked for, while it stands. */
  readonly asked: ExternalStore<ProofRequest | null>
  readonly ask: (request: ProofRequest) => Promise<Proof>
  /** A promise is of what the first call that asked answers. */
  readonly answer: (proof: Proof) => void
}

export const createProofRequests = (): ProofRequests => {
  const asked = createExternalStore<ProofRequest | null>(null)
  const waiting: ((proof: Proof) => void)[] = []
  return {
    asked,
    ask: (request) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        asked.set(asked.get() ?? request)
      }),
    answer: (proof) => {
      const answered = waiting.splice(0)
      asked.set(null)
      let told = proof
      for (const resolve of answered) {
        resolve(told)
        told = Boolean(proof)
      }
    },
  }
}

/** The person decided against it: nothing happened, so nothing is said. */
const declined = (): DOMException => new DOMException('', 'AbortError')

/**
 * Every call waits for a fresh proof of identity when the server asks for one (reauth_required), then is sent again
 * with the same input, once. Where a short code does instead, it goes with what waits.
 */
export const withFreshProof =
  (call: Call, ask: ProofRequests['ask']): Call =>
  async (endpoint, ...input) => {
    try {
      return await call(endpoint, ...input)
    } catch (error) {
      if (!hasKey(error, 'reauth_required')) throw error
      const proof = await ask({
        endpoint,
        error,
        sendWith: (code) => call(endpoint, { ...input[0], body: { code } } as never),
      })
      if (!proof) throw declined()
      return proof === true
        ? call(endpoint, ...input)
        : (proof as Awaited<ReturnType<typeof call<typeof endpoint>>>)
    }
  }

export const proofRequests = createProofRequests()

export const useProofAsked = (): ProofRequest | null => useExternalStore(proofRequests.asked)
