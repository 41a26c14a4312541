import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card } from '../../ui/base/Card.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { standQuery } from './practice-deletions.queries.ts'

const DeletionDialog = lazyPart(() => import('./DeletionDialog.tsx'), 'DeletionDialog')
const ClosingPractice = lazyPart(() => import('./ClosingPractice.tsx'), 'ClosingPractice')

const Deletion = () => {
  const { t } = useTranslation(['practiceDeletions', 'common'])
  const { authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(standQuery(authPractice.id))
  const [asking, setAsking] = useState(false)
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={1} label={t('common:loading')} />
  return (
    <>
      <Optional>{data.deletion && <ClosingPractice stand={data} deletion={data.deletion} />}</Optional>
      {!data.deletion && (
        <Row>
          <ReasonedButton color="red" variant="default" onClick={() => setAsking(true)}>
            {t('begin')}
          </ReasonedButton>
        </Row>
      )}
      <Optional>{asking && <DeletionDialog stand={data} onClose={() => setAsking(false)} />}</Optional>
    </>
  )
}

/** The end of a practice: owners ask for it, see what is missing, and take it back (decision 0060). */
export const DeletionSection = () => {
  const { t } = useTranslation('practiceDeletions')
  const { allowed, reason } = usePermission('deletePractice')
  return (
    <Card title={t('title')} lead={<p>{t('lead')}</p>}>
      <CardBody>
        {allowed ? (
          <Deletion />
        ) : (
          <Row>
            <ReasonedButton reason={reason}>{t('begin')}</ReasonedButton>
          </Row>
        )}
      </CardBody>
    </Card>
  )
}
