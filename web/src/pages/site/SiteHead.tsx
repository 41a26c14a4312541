import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageButtons } from '../../features/accounts/entrance/LanguageButtons.tsx'
import { Logo, wordmarkClass } from '../../ui/base/Logo.tsx'
import styles from './SiteHead.module.css'

/** Head of the public pages: the way home, what the page adds, the languages. */
export const SiteHead = ({ children }: { children?: ReactNode }) => {
  const { t } = useTranslation('common')
  return (
    <header className={styles.head}>
      <Link className={wordmarkClass} to="/">
        <Logo size={32} />
        {t('productName')}
      </Link>
      <div className={styles.end}>
        {children}
        <div className={styles.languages}>
          <LanguageButtons />
        </div>
      </div>
    </header>
  )
}
