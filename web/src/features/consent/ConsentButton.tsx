import { useTranslation } from 'react-i18next'
import { askForConsent } from './consent-store.ts'
import { hasThirdParties } from './third-parties.ts'

/** Changes the choice about third parties; nothing where none is configured. */
export const ConsentButton = () => {
  const { t } = useTranslation('common')
  if (!hasThirdParties()) return null
  return (
    <button type="button" onClick={askForConsent}>
      {t('site.consent')}
    </button>
  )
}
