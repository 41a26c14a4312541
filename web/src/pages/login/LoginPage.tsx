import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntrancePage } from '../../features/accounts/EntrancePage.tsx'
import { SignInForm } from '../../features/accounts/SignInForm.tsx'
import { type Credentials, signIn } from '../../features/accounts/sign-in.ts'

const route = getRouteApi('/login')

export const LoginPage = () => {
  const { t } = useTranslation('auth')
  const { next } = route.useSearch()
  const router = useRouter()
  const enter = async (credentials: Credentials): Promise<void> => {
    await signIn(credentials)
    router.history.push(next ?? '/app/dashboard')
  }
  const lead = (
    <>
      {t('login.firstTime')} <Link to="/register">{t('login.register')}</Link>
    </>
  )
  return (
    <EntrancePage title={t('login.title')} lead={lead}>
      <SignInForm onSubmit={enter} />
    </EntrancePage>
  )
}
