import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'

/** What a part of the settings shows when it could not be read. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation(['common', 'buttons'])
  return (
    <ErrorBanner
      title={t('couldNotLoad')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('buttons:retry')}
        </Button>
      }
    />
  )
}
