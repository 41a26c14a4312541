import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import styles from './StorageNotice.module.css'
import { storageQuery } from './storage.queries.ts'

/** Says over every page that files cannot be stored now, and why; goes by itself once they can. */
export const StorageNotice = () => {
  const { t } = useTranslation('storage')
  const { data: state = 'ready' } = useQuery(storageQuery)
  if (state === 'ready') return null
  return (
    <div className={styles.notice}>
      <ErrorBanner title={t('title')}>
        <p>{t(state)}</p>
        <p>{t('meanwhile')}</p>
      </ErrorBanner>
    </div>
  )
}
