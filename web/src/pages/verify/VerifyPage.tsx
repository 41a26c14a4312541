import { useTranslation } from 'react-i18next'
import { PaperCheck } from '../../features/papers/PaperCheck.tsx'
import { SiteFoot } from '../site/SiteFoot.tsx'
import { SiteHead } from '../site/SiteHead.tsx'
import styles from './VerifyPage.module.css'

/** Anybody who holds a paper of ours, or was sent one, can learn whether it is as it was issued. */
export const VerifyPage = () => {
  const { t } = useTranslation('verify')
  return (
    <>
      <SiteHead />
      <main className={styles.page}>
        <h1>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
        <PaperCheck />
      </main>
      <SiteFoot />
    </>
  )
}
