import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/base/LinkButton.tsx'

/** The way back from what a mail was asked for or led to. */
export const BackToSignIn = () => {
  const { t } = useTranslation('auth')
  return (
    <LinkButton to="/login" variant="subtle" color="gray" fullWidth>
      {t('backToSignIn')}
    </LinkButton>
  )
}
