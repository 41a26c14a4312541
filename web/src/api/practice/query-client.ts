import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { messages } from '../http/messages.ts'
import { concernsPage, reportSuccess } from '../session/report-error.ts'
import { session } from '../session/session.ts'
import { noticeMissingRight, reportError } from './app-errors.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The component shows the error itself; a lost session is still noticed. `first`: only where there is nothing to
       * show yet, so what goes wrong behind what is shown is told.
       */
      showsOwnErrors?: boolean | 'first'
      /**
       * Reads what changed of what it holds, by ids, where all of it would be dear: answers how what is held becomes what
       * is so now (api/live/live-queries.ts).
       */
      readChanges?: (ids: readonly number[]) => Promise<(held: unknown) => unknown>
    }
    mutationMeta: {
      /** `true`: the component shows every refusal itself. A lost session is still noticed. */
      showsOwnErrors?: boolean
      /** Key of the group `common` shown on success; `true` for the general one. */
      successMessage?: string | true
    }
  }
}

const tell = (error: unknown, showsOwnErrors = false): void => {
  if (!showsOwnErrors || concernsPage(error)) reportError(error)
  else noticeMissingRight(error)
}

/** Server state of the app. Retries belong to the HTTP client, so there are none here. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const { showsOwnErrors } = query.meta ?? {}
      tell(error, showsOwnErrors === 'first' ? query.state.data === undefined : showsOwnErrors)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      tell(error, mutation.meta?.showsOwnErrors)
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

const placeOf = ({ authUser, authPractice }: ReturnType<typeof session.get>): string =>
  `${authUser?.id ?? 0}/${authPractice?.id ?? 0}`

let place = placeOf(session.get())

/** What was read belongs to one person in one practice: before anything of another is shown, nothing of it is left. */
session.subscribe(() => {
  const now = placeOf(session.get())
  if (now === place) return
  place = now
  queryClient.clear()
  messages.clear()
})
