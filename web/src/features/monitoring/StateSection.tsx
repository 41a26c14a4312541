import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/http/api-error.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { Card } from '../../ui/base/Card.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { Alerts } from './Alerts.tsx'
import { monitoringQuery } from './monitoring.queries.ts'
import { StandFacts } from './StandFacts.tsx'

/** How the installation stands, for whoever runs it. Nothing for others: the backups beside it say why. */
export const StateSection = () => {
  const { t } = useTranslation(['monitoring', 'common', 'buttons'])
  const { textOf } = useErrorText()
  const { data, error, refetch } = useQuery(monitoringQuery)
  if (!data && error instanceof ApiError && error.isForbidden) return null
  const retry = (
    <Button variant="default" onClick={() => void refetch()}>
      {t('buttons:retry')}
    </Button>
  )
  return (
    <Card title={t('title')} lead={<p>{t('lead')}</p>}>
      <CardBody>
        {error && (
          <ErrorBanner title={t(data ? 'common:couldNotRefresh' : 'common:couldNotLoad')} action={retry}>
            {textOf(error)}
          </ErrorBanner>
        )}
        {data && (
          <>
            <Alerts alerts={data.alerts} />
            <StandFacts stand={data} />
          </>
        )}
        {!data && !error && <SkeletonRows rows={8} label={t('common:loading')} />}
      </CardBody>
    </Card>
  )
}
