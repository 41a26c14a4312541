import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropLinkToken, keptLinkToken } from '../../features/accounts/entrance/link-token.ts'
import { ResetPasswordForm } from '../../features/accounts/recovery/ResetPasswordForm.tsx'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { BackToSignIn } from '../login/BackToSignIn.tsx'

export const ResetPasswordPage = () => {
  const { t } = useTranslation('auth')
  const [token, setToken] = useState(() => keptLinkToken('reset'))
  const [username, setUsername] = useState<string | null>(null)
  const end = (): void => {
    dropLinkToken('reset')
    setToken(null)
  }
  if (username !== null) {
    return (
      <EntrancePage title={t('reset.done')} lead={t('passwordReset.success', { username })}>
        <LinkButton to="/login" size="lg" fullWidth>
          {t('login.submit')}
        </LinkButton>
      </EntrancePage>
    )
  }
  if (token === null) {
    return (
      <EntrancePage title={t('link.ended')} lead={t('reset.ended')}>
        <LinkButton to="/forgot-password" size="lg" fullWidth>
          {t('reset.askAgain')}
        </LinkButton>
        <BackToSignIn />
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={t('reset.title')} lead={t('reset.lead')}>
      <ResetPasswordForm
        token={token}
        onDone={(name) => {
          dropLinkToken('reset')
          setUsername(name)
        }}
        onInvalid={end}
      />
    </EntrancePage>
  )
}
