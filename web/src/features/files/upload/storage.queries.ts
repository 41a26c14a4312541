import { queryOptions } from '@tanstack/react-query'
import { fileEndpoints, type StorageState } from '@ulna/contract/files/files'
import { call } from '../../../api/session/client.ts'

/** Milliseconds between two questions; with what the server remembers an answer is never older than a minute. */
const askAgainMs = 30_000

/** Whether files can be stored. What cannot be asked now is asked again; nobody is told of that. */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }): Promise<StorageState> =>
    (await call(fileEndpoints.storage, { signal, silent: true })).payload.state,
  refetchInterval: askAgainMs,
  refetchOnWindowFocus: 'always',
  staleTime: askAgainMs / 2,
  retry: false,
  meta: { showsOwnErrors: true },
})
