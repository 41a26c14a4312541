import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import type { Practice } from '@ulna/contract/practices/practices'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { call, payloadOf } from '../../../api/session/client.ts'
import { noteMovedPractice } from '../../../api/session/moved-practice.ts'
import { changeOwnPractice, session } from '../../../api/session/session.ts'

export type PracticeChange = BodyInputOf<typeof settingsEndpoints.updatePractice>

const practiceKey = ['practice', 'settings'] as const

/** The practice as it is now: a colleague may have changed it since this page was opened. */
export const ownPracticeQuery = queryOptions({
  queryKey: practiceKey,
  queryFn: async ({ signal }): Promise<Practice | null> => {
    const { practice } = (await call(accountEndpoints.me, { signal })).payload
    // Another tab has led the session elsewhere: what is answered is not of the practice that this page shows.
    if (practice && practice.id !== session.get().authPractice?.id) {
      noteMovedPractice(practice.id)
      throw new DOMException('The session works in another practice', 'AbortError')
    }
    return practice
  },
  staleTime: 0,
  // What is being written must not be compared with something that changes underneath; saving notices.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { showsOwnErrors: 'first' },
})

/** Saves what was changed of the practice; the whole page takes it over at once. */
export const useSavePractice = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: PracticeChange) =>
      payloadOf(call(settingsEndpoints.updatePractice, { body: change })),
    onSuccess: (practice) => {
      client.setQueryData(practiceKey, practice)
      changeOwnPractice(practice)
      // Days and hours of the agenda follow time zone and configurations.
      const others = (query: { queryKey: readonly unknown[] }) => query.queryKey[0] !== practiceKey[0]
      return client.invalidateQueries({ predicate: others, refetchType: 'none' })
    },
    meta: { showsOwnErrors: true, successMessage: true },
  })
}
