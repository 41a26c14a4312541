import { type InvitationOffer, invitationEndpoints } from '@ulna/contract/practices/practices.members'
import { call } from '../../api/session/client.ts'

/** What a link of a mail invites to. Rejects with invalid_invitation when it has ended. */
export const readOffer = async (token: string): Promise<InvitationOffer> =>
  (await call(invitationEndpoints.offer, { params: { token } })).payload

/** Joins as the user who is signed in, and chooses the practice. */
export const acceptOffer = async (token: string): Promise<void> => {
  await call(invitationEndpoints.acceptLink, { body: { token }, blocking: true })
}
