import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts/drafts'

type DraftChange = (drafts: readonly Draft[]) => Draft[]

/** The list with this draft in it; what the list has of it may be newer: another tab wrote it, and the list was read since. */
export const withDraft =
  (kept: Draft): DraftChange =>
  (drafts) =>
    drafts.some(({ key, revision }) => key === kept.key && revision > kept.revision)
      ? [...drafts]
      : [...drafts.filter(({ key }) => key !== kept.key), kept]

export const withoutDraft =
  (gone: string): DraftChange =>
  (drafts) =>
    drafts.filter(({ key }) => key !== gone)

/**
 * Changes the list of drafts of an open file. A list that is on its way was asked for before the change and would undo
 * it, so it is asked for anew; so is one that could not be had so far.
 */
export const changeDraftList = (client: QueryClient, queryKey: QueryKey, change: DraftChange): void => {
  const drafts = client.setQueryData<Draft[]>(queryKey, (known) => known && change(known))
  if (!drafts || client.getQueryState(queryKey)?.fetchStatus === 'fetching')
    void client.invalidateQueries({ queryKey })
}
