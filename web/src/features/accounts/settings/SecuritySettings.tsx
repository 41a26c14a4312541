import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { securityQuery } from '../security.queries.ts'
import { IdentitySection } from './IdentitySection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

// Its words stand with what it is for.
const ShortCodeSection = lazyPart(() => import('./ShortCodeSection.tsx'), 'ShortCodeSection', ['signatures'])

const WaysToSignIn = () => {
  const { t } = useTranslation('common')
  const { data, error, refetch } = useQuery(securityQuery)
  if (data) {
    return (
      <>
        <PasswordSection hasPassword={data.hasPassword} />
        <PasskeysSection passkeys={data.passkeys} />
        <SecondFactorSection {...data} />
        <Optional>
          <ShortCodeSection isSet={data.shortCode} isBlocked={data.shortCodeBlocked} />
        </Optional>
        <IdentitySection overview={data} />
      </>
    )
  }
  return (
    <Card>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={3} label={t('loading')} />
      )}
    </Card>
  )
}

/** How one signs in, and where one is signed in. */
export const SecuritySettings = () => (
  <>
    <WaysToSignIn />
    <SessionsSection />
  </>
)
