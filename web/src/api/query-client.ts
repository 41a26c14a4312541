import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { reportError } from './app-errors.ts'
import { reportSuccess } from './report-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The component shows the error itself; a lost session is still noticed. */
      showsOwnErrors?: boolean
    }
    mutationMeta: {
      /** `true`: the component shows every refusal itself. A lost session is still noticed. */
      showsOwnErrors?: boolean
      /** Key of the group `common` shown on success; `true` for the general one. */
      successMessage?: string | true
    }
  }
}

const mustReport = (error: unknown, showsOwnErrors = false): boolean =>
  !showsOwnErrors ||
  (error instanceof ApiError && (error.status === 401 || error.key === 'practice_required'))

/** Server state of the app. Retries belong to the HTTP client, so there are none here. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (mustReport(error, query.meta?.showsOwnErrors)) reportError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mustReport(error, mutation.meta?.showsOwnErrors)) reportError(error)
    },
    onSuccess: (_data, _variables, _context, mutation) => {
      const { successMessage } = mutation.meta ?? {}
      if (successMessage) reportSuccess(successMessage === true ? undefined : successMessage)
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
