import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'

export const PatientFileMissing = () => {
  const { t } = useTranslation('patient')
  return (
    <Card>
      <EmptyState
        level={1}
        title={t('file.notFound.title')}
        actions={<LinkButton to="/app/patient">{t('file.back')}</LinkButton>}
      >
        {t('file.notFound.text')}
      </EmptyState>
    </Card>
  )
}

export const PatientFileFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation('patient')
  return (
    <ErrorBanner
      title={t('file.failed.title')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('file.retry')}
        </Button>
      }
    >
      {t('file.failed.text')}
    </ErrorBanner>
  )
}

export const PatientFileLoading = () => {
  const { t } = useTranslation('patient')
  return (
    <Card>
      <SkeletonRows rows={7} label={t('head.label')} />
    </Card>
  )
}
