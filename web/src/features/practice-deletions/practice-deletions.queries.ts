import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ArrivalInput,
  type DeletionInput,
  type PracticeDeletion,
  practiceDeletionEndpoints,
} from '@ulna/contract/practice-deletions/practice-deletions'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { loadSession } from '../../api/session/load-session.ts'
import { saveBlob } from '../../ui/save-blob.ts'

const key = 'practice-deletion'

/** Milliseconds after which it is asked again what is missing while something is. */
const askedEvery = 5000

/** What would go with the practice, and what is missing until it may; asked again while that changes by itself. */
export const standQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [key, practiceId],
    queryFn: ({ signal }) => payloadOf(call(practiceDeletionEndpoints.stand, { signal, silent: true })),
    refetchInterval: ({ state }) =>
      state.data?.deletion && state.data.missing.length > 0 ? askedEvery : false,
    meta: { showsOwnErrors: true },
  })

/** Whether the practice is closed stands over every page. */
const useChanged = () => {
  const client = useQueryClient()
  return () => {
    loadSession().catch(reportError)
    return client.invalidateQueries({ queryKey: [key] })
  }
}

/** The form shows its own errors. */
export const useAskDeletion = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: DeletionInput) => payloadOf(call(practiceDeletionEndpoints.ask, { body })),
    onSettled,
    meta: { showsOwnErrors: true },
  })
}

export const useTakeDeletionBack = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: () => payloadOf(call(practiceDeletionEndpoints.takeBack, {})),
    onSettled,
    meta: { successMessage: true },
  })
}

/** The form shows its own errors. */
export const useProveArrival = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: ArrivalInput) => payloadOf(call(practiceDeletionEndpoints.arrival, { body })),
    onSettled,
    meta: { showsOwnErrors: true },
  })
}

/** Practices that were deleted while the caller owned them. */
export const ownDeletionsQuery = queryOptions({
  queryKey: ['own-practice-deletions'],
  queryFn: ({ signal }) => payloadOf(call(practiceDeletionEndpoints.mine, { signal, silent: true })),
  meta: { showsOwnErrors: true },
})

/** Hands a certificate to the browser as a file. */
export const useCertificate = () =>
  useMutation({
    mutationFn: async ({ id, paperCode }: Pick<PracticeDeletion, 'id' | 'paperCode'>): Promise<void> =>
      saveBlob(
        await transferOwn({ method: 'GET', url: `/practice/deletion/${id}/certificate` }),
        `ulna-${paperCode}.pdf`,
      ),
    meta: { successMessage: 'information.exported' },
  })
