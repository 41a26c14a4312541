import { useQuery } from '@tanstack/react-query'
import type { Practice } from '@ulna/contract/practices/practices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { Card } from '../../../ui/base/Card.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { ownPracticeQuery } from './practice-settings.queries.ts'

/** Waits for what the practice is now, for a form to start from. */
export const WithPractice = ({ children }: { children: (practice: Practice) => ReactNode }) => {
  const { t } = useTranslation('common')
  const [mountedAt] = useState(Date.now)
  const { data, dataUpdatedAt, error, refetch } = useQuery(ownPracticeQuery)
  // Once the form stands, a reading that fails takes nothing away from under what is typed.
  if (data && dataUpdatedAt >= mountedAt) return children(data)
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return (
    <Card>
      <SkeletonRows rows={5} label={t('loading')} />
    </Card>
  )
}
