import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type PracticeExport, practiceMoveEndpoints } from '@ulna/contract/practice-moves/practice-moves'
import { call, payloadOf } from '../../api/session/client.ts'

/** Whether an archive is still being made. */
export const isUnderWay = ({ state }: PracticeExport): boolean => state === 'waiting' || state === 'running'

/** Milliseconds after which it is asked again how far an archive is. */
const askedEvery = 2000

/** The archives of the practice, the newest first; while one is made, as it grows. */
export const exportsQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['practice-exports', practiceId],
    queryFn: ({ signal }) => payloadOf(call(practiceMoveEndpoints.list, { signal, silent: true })),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? askedEvery : false),
    meta: { showsOwnErrors: true },
  })

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['practice-exports'] })
}

/** Asks for an archive; it is encrypted for a key where one is named. */
export const useBeginExport = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (recipient: string | null) =>
      payloadOf(call(practiceMoveEndpoints.begin, { body: { recipient } })),
    onSettled,
    meta: { showsOwnErrors: true },
  })
}

/** Fetches an archive: the browser takes it as a download from a link that leads there once. */
export const useFetchExport = () =>
  useMutation({
    mutationFn: async (id: number): Promise<void> => {
      const { url } = await payloadOf(call(practiceMoveEndpoints.link, { params: { id } }))
      globalThis.location.assign(url)
    },
  })

export const useRemoveExport = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(practiceMoveEndpoints.remove, { params: { id } })),
    onSettled,
    meta: { successMessage: true },
  })
}
