import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HostedPerson } from '../../features/accounts/hosted-identity.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { SignInForm } from '../../features/accounts/sign-in/SignInForm.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'

const HostedRegistration = lazyPart(
  () => import('../../features/accounts/register/HostedRegistration.tsx'),
  'HostedRegistration',
)

const route = getRouteApi('/login')

export const LoginPage = () => {
  const { t } = useTranslation('auth')
  const { next } = route.useSearch()
  const router = useRouter()
  const [stranger, setStranger] = useState<HostedPerson | null>(null)
  const goOn = (): void => router.history.push(next ?? '/app/dashboard')
  if (stranger) {
    return (
      <EntrancePage title={t('register.title')} lead={t('register.hostedLead', { email: stranger.email })}>
        <Suspense>
          <HostedRegistration person={stranger} onRegistered={goOn} />
        </Suspense>
      </EntrancePage>
    )
  }
  const lead = (
    <>
      {t('login.firstTime')} <Link to="/register">{t('login.register')}</Link>
    </>
  )
  return (
    <EntrancePage title={t('login.title')} lead={lead}>
      <SignInForm onSignedIn={goOn} onStranger={setStranger} />
    </EntrancePage>
  )
}
