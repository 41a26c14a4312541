import { queryOptions, useQuery } from '@tanstack/react-query'
import { fileEndpoints, type StorageState } from '@ulna/contract/files/files'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/session/client.ts'
import { PageNotice } from '../../../blocks/notices/PageNotice.tsx'

/** Milliseconds between two questions; with what the server remembers an answer is never older than a minute. */
const askAgainMs = 30_000

/** Whether files can be stored. What cannot be asked now is asked again; nobody is told of that. */
const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }): Promise<StorageState> =>
    (await call(fileEndpoints.storage, { signal, silent: true })).payload.state,
  refetchInterval: askAgainMs,
  refetchOnWindowFocus: 'always',
  staleTime: askAgainMs / 2,
  retry: false,
  meta: { showsOwnErrors: true },
})

/** Says over every page that files cannot be stored now, and why; goes by itself once they can. */
export const StorageNotice = () => {
  const { t } = useTranslation('storage')
  const { data: state = 'ready' } = useQuery(storageQuery)
  if (state === 'ready') return null
  return (
    <PageNotice title={t('title')}>
      <p>{t(state)}</p>
      <p>{t('meanwhile')}</p>
    </PageNotice>
  )
}
