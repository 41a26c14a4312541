import type { InvitationOffer } from '@ulna/contract/practices/practices.members'
import { useCallback, useEffect, useState } from 'react'
import { ensureRestored } from '../entrance/ensure-restored.ts'
import { readOffer } from '../invitations.ts'

export interface OfferState {
  readonly offer: InvitationOffer | null
  readonly error: unknown
  readonly retry: () => void
}

/** What the link invites to, once it is also known whether somebody is signed in. */
export const useOffer = (token: string): OfferState => {
  const [offer, setOffer] = useState<InvitationOffer | null>(null)
  const [error, setError] = useState<unknown>(null)
  const load = useCallback(async (): Promise<void> => {
    setError(null)
    try {
      const [read] = await Promise.all([readOffer(token), ensureRestored()])
      setOffer(read)
    } catch (problem) {
      setError(problem)
    }
  }, [token])
  useEffect(() => {
    void load()
  }, [load])
  return { offer, error, retry: () => void load() }
}
