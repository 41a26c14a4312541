import { useTranslation } from 'react-i18next'
import { ActivationHelp } from '../../features/accounts/register/ActivationHelp.tsx'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { BackToSignIn } from '../login/BackToSignIn.tsx'

/** The account is made; it counts once the link of the mail is opened. */
export const AwaitedActivation = ({ email }: { email: string }) => {
  const { t } = useTranslation('auth')
  return (
    <EntrancePage title={t('forgot.sent')} lead={t('activation.mailed', { email })}>
      <ActivationHelp username={email} />
      <BackToSignIn />
    </EntrancePage>
  )
}
