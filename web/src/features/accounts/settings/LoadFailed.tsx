import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'

/** A part of the account could not be read. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation(['common', 'buttons'])
  return (
    <EmptyState
      plain
      level={3}
      title={t('couldNotLoad')}
      actions={<Button onClick={onRetry}>{t('buttons:retry')}</Button>}
    />
  )
}
