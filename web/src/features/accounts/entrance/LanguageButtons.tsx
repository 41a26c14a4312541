import { languages } from '@ulna/contract/languages'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, currentLanguage } from '../../../i18n/i18n.ts'
import styles from './LanguageButtons.module.css'

/** The three languages, for pages nobody is signed in on. */
export const LanguageButtons = () => {
  const { t } = useTranslation('common')
  return (
    <fieldset className={styles.group} aria-label={t('userMenu.language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.button}
          aria-pressed={language === currentLanguage()}
          onClick={() => void chooseLanguage(language)}
        >
          {t(`languages.${language}`)}
        </button>
      ))}
    </fieldset>
  )
}
