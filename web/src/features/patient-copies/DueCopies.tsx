import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { CopyLine } from './CopyLine.tsx'
import { dueCopiesQuery } from './patient-copies.queries.ts'

/** Copies that were asked for and not handed over yet, the first due first. */
export const DueCopyList = () => {
  const { t } = useTranslation(['copies', 'common'])
  const { data, error, refetch } = useQuery(dueCopiesQuery)
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label={t('common:loading')} />
  if (data.length === 0) return <EmptyState plain level={3} title={t('dueNone')} />
  return (
    <CardList>
      {data.map((copy) => (
        <CopyLine
          key={copy.id}
          copy={copy}
          title={
            <Link to="/app/patient/$patientId" params={{ patientId: String(copy.patientId) }}>
              {copy.patientName}
            </Link>
          }
        />
      ))}
    </CardList>
  )
}

/** The list in a card of its own. */
export const DueCopies = () => {
  const { t } = useTranslation('copies')
  return (
    <Card title={t('dueTitle')} lead={<p>{t('dueLead')}</p>}>
      <DueCopyList />
    </Card>
  )
}
