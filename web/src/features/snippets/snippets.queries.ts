import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Snippet, type SnippetInput, snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { call, payloadOf } from '../../api/session/client.ts'

/** The own texts of the current practice, by their shortcuts. */
export const snippetsQuery = (userId: number, practiceId: number) =>
  queryOptions({
    queryKey: ['snippets', practiceId, userId],
    queryFn: ({ signal }) => payloadOf(call(snippetEndpoints.list, { signal, silent: true })),
    staleTime: 5 * 60_000,
    meta: { showsOwnErrors: true },
  })

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['snippets'] })
}

export interface SnippetWish {
  /** What is changed; undefined for a new text. */
  readonly snippet: Pick<Snippet, 'id' | 'version'> | undefined
  readonly input: SnippetInput
  /** Key of a new text: sent again with it, it is written once. */
  readonly idempotencyKey: string
}

export const useSaveSnippet = () => {
  const onSuccess = useChanged()
  return useMutation({
    mutationFn: async ({ snippet, input, idempotencyKey }: SnippetWish): Promise<Snippet> => {
      if (!snippet) return (await call(snippetEndpoints.create, { body: input, idempotencyKey })).payload
      const { id, version } = snippet
      return (await call(snippetEndpoints.update, { params: { id }, body: { ...input, version } })).payload
    },
    onSuccess,
    meta: { showsOwnErrors: true },
  })
}

export const useRemoveSnippet = () => {
  const onSuccess = useChanged()
  return useMutation({
    mutationFn: (id: number) => call(snippetEndpoints.remove, { params: { id } }),
    onSuccess,
    meta: { successMessage: true },
  })
}
