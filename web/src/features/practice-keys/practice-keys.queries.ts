import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type MadePracticeKey,
  type PracticeKeyInput,
  practiceKeyEndpoints,
} from '@ulna/contract/practice-keys/practice-keys'
import { call, payloadOf } from '../../api/session/client.ts'

/** The keys of a practice, the newest first, those that ended among them. */
export const practiceKeysQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['practice-keys', practiceId],
    queryFn: ({ signal }) => payloadOf(call(practiceKeyEndpoints.list, { signal, silent: true })),
    meta: { showsOwnErrors: true },
  })

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['practice-keys'] })
}

/** Makes a key. Answers its secret, this once: it does not stay in memory. */
export const useMakeKey = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: async (body: PracticeKeyInput): Promise<MadePracticeKey> =>
      (await call(practiceKeyEndpoints.create, { body })).payload,
    onSettled,
    gcTime: 0,
    meta: { showsOwnErrors: true },
  })
}

export const useRevokeKey = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(practiceKeyEndpoints.revoke, { params: { id } })),
    onSettled,
    meta: { successMessage: true },
  })
}
