import { useTranslation } from 'react-i18next'
import { ActivationHelp } from '../../features/accounts/register/ActivationHelp.tsx'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'

/** The account is made; it counts once the link of the mail is opened. */
export const AwaitedActivation = ({ email }: { email: string }) => {
  const { t } = useTranslation('auth')
  return (
    <EntrancePage title={t('forgot.sent')} lead={t('activation.mailed', { email })}>
      <ActivationHelp username={email} />
      <LinkButton to="/login" variant="subtle" color="gray" fullWidth>
        {t('backToSignIn')}
      </LinkButton>
    </EntrancePage>
  )
}
