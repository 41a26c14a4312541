import { useTranslation } from 'react-i18next'
import styles from '../form/AppointmentBanners.module.css'

/** Somebody was faster on some dates; what was decided about the others stays. */
export const RefusedBanner = ({ count }: { count: number }) => {
  const { t } = useTranslation('series')
  return (
    <div className={styles.banner}>
      <p role="alert">
        <strong>{t('refused.title', { count })}</strong> {t('refused.text')}
      </p>
    </div>
  )
}
