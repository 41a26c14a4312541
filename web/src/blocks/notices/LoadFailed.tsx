import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'

/** Stands where a part of the page could not be read, with the way to read it again. */
export const LoadFailed = ({ title, onRetry }: { title?: string; onRetry: () => void }) => {
  const { t } = useTranslation(['common', 'buttons'])
  return (
    <ErrorBanner
      title={title ?? t('couldNotLoad')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('buttons:retry')}
        </Button>
      }
    />
  )
}
