import { type InvitationOffer, invitationEndpoints } from '@ulna/contract/practices/practices.members'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/session/client.ts'
import { ensureRestored } from '../entrance/ensure-restored.ts'

export interface OfferState {
  readonly offer: InvitationOffer | null
  readonly error: unknown
  readonly retry: () => void
}

/** Joins as the user who is signed in, and chooses the practice. */
export const acceptOffer = async (token: string): Promise<void> => {
  await call(invitationEndpoints.acceptLink, { body: { token }, blocking: true })
}

/**
 * What the link of a mail invites to, once it is also known whether somebody is signed in; `invalid_invitation` when
 * that has ended.
 */
export const useOffer = (token: string): OfferState => {
  const [offer, setOffer] = useState<InvitationOffer | null>(null)
  const [error, setError] = useState<unknown>(null)
  const load = useCallback(async (): Promise<void> => {
    setError(null)
    try {
      const reading = call(invitationEndpoints.offer, { params: { token } })
      const [{ payload }] = await Promise.all([reading, ensureRestored()])
      setOffer(payload)
    } catch (problem) {
      setError(problem)
    }
  }, [token])
  useEffect(() => {
    void load()
  }, [load])
  return { offer, error, retry: () => void load() }
}
