import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { dropLinkToken, keptLinkToken } from '../../features/accounts/entrance/link-token.ts'
import { RegisterForm, type RegistrationFields } from '../../features/accounts/register/RegisterForm.tsx'
import { registerAccount } from '../../features/accounts/register/registration.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { AwaitedActivation } from './AwaitedActivation.tsx'
import { InvitationPage } from './InvitationPage.tsx'

/** A practice of one's own. */
const OwnPracticePage = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const [awaited, setAwaited] = useState<string | null>(null)
  const enter = async ({ email = '', password = '', ...fields }: RegistrationFields): Promise<void> => {
    try {
      await registerAccount({ ...fields, email, password })
    } catch (error) {
      if (hasKey(error, 'user_not_activated')) return setAwaited(email)
      throw error
    }
    await navigate({ to: '/app/dashboard' })
  }
  if (awaited !== null) return <AwaitedActivation email={awaited} />
  const lead = (
    <>
      {t('register.known')} <Link to="/login">{t('register.login')}</Link>
    </>
  )
  return (
    <EntrancePage title={t('register.title')} lead={lead}>
      <RegisterForm onSubmit={enter} />
    </EntrancePage>
  )
}

/** An invitation that was followed in this tab leads into its practice, until it is answered or put aside. */
export const RegisterPage = () => {
  const [invitation, setInvitation] = useState(() => keptLinkToken('invitation'))
  if (invitation === null) return <OwnPracticePage />
  const putAside = (): void => {
    dropLinkToken('invitation')
    setInvitation(null)
  }
  return <InvitationPage token={invitation} onPutAside={putAside} />
}
