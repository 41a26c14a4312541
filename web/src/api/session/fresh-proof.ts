import { hasKey } from '../http/api-error.ts'
import { createExternalStore, type ExternalStore, useExternalStore } from '../http/external-store.ts'
import type { Call } from '../http/http-client.ts'

/** The question "is it still you?", asked once however many calls wait for its answer. */
export interface ProofRequests {
  /** True while the question stands. */
  readonly asked: ExternalStore<boolean>
  /** Asks; true once identity was proven, false when the person would not. */
  readonly ask: () => Promise<boolean>
  readonly answer: (isProven: boolean) => void
}

export const createProofRequests = (): ProofRequests => {
  const asked = createExternalStore(false)
  let waiting: ((isProven: boolean) => void)[] = []
  return {
    asked,
    ask: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        asked.set(true)
      }),
    answer: (isProven) => {
      const answered = waiting
      waiting = []
      asked.set(false)
      for (const resolve of answered) resolve(isProven)
    },
  }
}

/** The person decided against it: nothing happened, so nothing is said. */
const declined = (): DOMException => new DOMException('Identity was not proven', 'AbortError')

/**
 * Every call waits for a fresh proof of identity when the server asks for one (reauth_required), then is sent again
 * with the same input, once.
 */
export const withFreshProof =
  (call: Call, ask: ProofRequests['ask']): Call =>
  async (endpoint, ...input) => {
    try {
      return await call(endpoint, ...input)
    } catch (error) {
      if (!hasKey(error, 'reauth_required')) throw error
      if (!(await ask())) throw declined()
      return await call(endpoint, ...input)
    }
  }

export const proofRequests = createProofRequests()

export const useProofAsked = (): boolean => useExternalStore(proofRequests.asked)
