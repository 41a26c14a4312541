import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { Sheet } from '../../../ui/base/Sheet.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { securityQuery } from '../security.queries.ts'
import { IdentitySheet } from './IdentitySheet.tsx'
import { PasskeysSheet } from './PasskeysSheet.tsx'
import { PasswordSheet } from './PasswordSheet.tsx'
import { SecondFactorSheet } from './SecondFactorSheet.tsx'
import { SessionsSheet } from './SessionsSheet.tsx'

const WaysToSignIn = () => {
  const { t } = useTranslation('common')
  const { data, error, refetch } = useQuery(securityQuery)
  if (data) {
    return (
      <>
        <PasswordSheet hasPassword={data.hasPassword} />
        <PasskeysSheet passkeys={data.passkeys} />
        <SecondFactorSheet {...data} />
        <IdentitySheet overview={data} />
      </>
    )
  }
  return (
    <Sheet>
      {error ? <LoadFailed onRetry={() => void refetch()} /> : <SkeletonRows rows={3} label={t('loading')} />}
    </Sheet>
  )
}

/** How one signs in, and where one is signed in. */
export const SecuritySettings = () => (
  <>
    <WaysToSignIn />
    <SessionsSheet />
  </>
)
