import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConsentBar } from '../../features/consent/ConsentBar.tsx'
import { loadConsent, useConsent } from '../../features/consent/consent-store.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { pageSettings } from '../../i18n/page-settings.ts'
import { isPublicPath } from './chat-widget.ts'
import { startThirdParties } from './start-third-parties.ts'

const usePrepared = (): boolean => {
  const [prepared, setPrepared] = useState(false)
  useEffect(() => {
    // Where its words do not load the bar asks nobody, and nothing of third parties loads.
    Promise.all([loadConsent(), loadTexts(['privacyPolicy'])]).then(
      () => setPrepared(true),
      () => undefined,
    )
  }, [])
  return prepared
}

/** Asks for consent on public pages, and starts what is configured once it is given. */
export const ThirdParties = () => {
  const prepared = usePrepared()
  const { consent, asking } = useConsent()
  const router = useRouter()
  const isPublic = useLocation({ select: ({ pathname }) => isPublicPath(pathname) })
  const isGiven = consent?.choice === 'all'
  useEffect(() => (isGiven ? startThirdParties(pageSettings(), router) : undefined), [isGiven, router])
  return prepared && asking && isPublic ? <ConsentBar /> : null
}
