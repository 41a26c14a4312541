import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntrancePage } from '../../features/accounts/EntrancePage.tsx'
import { RegisterForm } from '../../features/accounts/RegisterForm.tsx'
import { type Registration, registerAccount } from '../../features/accounts/sign-in.ts'

export const RegisterPage = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const enter = async (registration: Registration): Promise<void> => {
    await registerAccount(registration)
    await navigate({ to: '/app/dashboard' })
  }
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
