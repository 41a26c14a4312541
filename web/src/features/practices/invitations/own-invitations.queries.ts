import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { invitationEndpoints } from '@ulna/contract/practices/practices.members'
import { enterPractice } from '../../../api/practice/enter-practice.ts'
import { call, payloadOf } from '../../../api/session/client.ts'

const ownKey = ['own-invitations'] as const

/** Invitations that wait for the answer of the signed-in person. Nobody is told when they cannot be read. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ownKey,
  queryFn: ({ signal }) => payloadOf(call(invitationEndpoints.own, { signal, silent: true })),
  staleTime: 5 * 60_000,
  meta: { showsOwnErrors: true },
})

/** Joins the practice and works in it. */
export const acceptInvitation = (id: number, arrive?: () => Promise<unknown>): Promise<void> =>
  enterPractice(() => call(invitationEndpoints.accept, { params: { id }, blocking: true }), arrive)

export const useDeclineInvitation = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(invitationEndpoints.decline, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownKey }),
    meta: { successMessage: 'information.declined' },
  })
}
