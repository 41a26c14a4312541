import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLoading } from '../../api/http/loading.ts'
import styles from './LoadingBar.module.css'

/** A thin bar at the very top while a route changes or something loads. */
export const LoadingBar = () => {
  const { t } = useTranslation('common')
  const isChangingRoute = useRouterState({ select: (state) => state.status === 'pending' })
  const { loading } = useLoading()
  if (!isChangingRoute && !loading) return null
  return (
    <div className={styles.track} role="progressbar" aria-label={t('loading')}>
      <div className={styles.bar} />
    </div>
  )
}
