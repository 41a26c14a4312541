import { useState } from 'react'
import { hasKey, isAbort } from '../../../api/http/api-error.ts'

/** One way of signing in, tried with the code of the second factor once it is asked for. */
export type Attempt = (code?: string) => Promise<void>

export interface SignInState {
  readonly error: unknown
  readonly pending: boolean
  /** A code of the second factor is wanted; what was given so far is kept. */
  readonly wantsCode: boolean
  readonly run: (attempt: Attempt) => Promise<void>
  /** Tries the way that wanted a code again, with it. */
  readonly runWithCode: (code: string) => Promise<void>
  /** Back to the first step. */
  readonly startOver: () => void
}

/** The two steps of a sign-in. After success it stays pending: the page is about to change. */
export const useSignIn = (onSignedIn: () => void | Promise<void>): SignInState => {
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const [waiting, setWaiting] = useState<{ readonly attempt: Attempt } | null>(null)

  const refuse = (problem: unknown, attempt: Attempt): void => {
    setPending(false)
    const wantsCode = hasKey(problem, 'second_factor_required')
    if (wantsCode) setWaiting({ attempt })
    if (!wantsCode && !isAbort(problem)) setError(problem)
  }
  const run = async (attempt: Attempt, code?: string): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      await attempt(code)
      await onSignedIn()
    } catch (problem) {
      refuse(problem, attempt)
    }
  }
  return {
    error,
    pending,
    wantsCode: waiting !== null,
    run: (attempt) => run(attempt),
    runWithCode: async (code) => {
      if (waiting) await run(waiting.attempt, code)
    },
    startOver: () => {
      setWaiting(null)
      setError(null)
    },
  }
}
