import { useState } from 'react'

export interface LinkAction {
  readonly pending: boolean
  readonly error: unknown
  readonly run: () => void
}

/**
 * What a link in a mail does, once its button is pressed: programs that look into mails open links, and must not use
 * them up.
 */
export const useLinkAction = (act: () => Promise<void>): LinkAction => {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      await act()
    } catch (problem) {
      setError(problem)
      setPending(false)
    }
  }
  return { pending, error, run: () => void run() }
}
