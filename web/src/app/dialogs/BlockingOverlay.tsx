import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLoading } from '../../api/http/loading.ts'
import styles from './BlockingOverlay.module.css'

/** Covers the app while the blocking counter is above zero. */
export const BlockingOverlay = () => {
  const { t } = useTranslation('common')
  const { blocking } = useLoading()
  if (blocking === 0) return null
  return (
    <div className={styles.overlay} role="status">
      <Loader aria-hidden="true" />
      <span>{t('loading')}</span>
    </div>
  )
}
