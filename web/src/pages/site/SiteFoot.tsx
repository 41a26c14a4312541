import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LanguageButtons } from '../../features/accounts/entrance/LanguageButtons.tsx'
import { ConsentButton } from '../../features/consent/ConsentButton.tsx'
import { Logo } from '../../ui/base/Logo.tsx'
import styles from './SiteFoot.module.css'

/** Foot of the public pages: legal texts, the choice about third parties where there is one, the languages. */
export const SiteFoot = () => {
  const { t } = useTranslation('common')
  return (
    <footer className={styles.foot}>
      <span className={styles.name}>
        <Logo size={22} /> {t('productTitle')}
      </span>
      <nav className={styles.links} aria-label={t('site.legal')}>
        <Link to="/verify">{t('titles.verify')}</Link>
        <Link to="/privacy-policy">{t('titles.privacyPolicy')}</Link>
        <Link to="/terms-conditions">{t('titles.termsConditions')}</Link>
        <Link to="/login">{t('titles.login')}</Link>
        <ConsentButton />
      </nav>
      <LanguageButtons />
    </footer>
  )
}
