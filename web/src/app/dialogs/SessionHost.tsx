import { useEffect } from 'react'
import { followSignOut } from '../../api/practice/signed-out-elsewhere.ts'
import { useProofAsked } from '../../api/session/fresh-proof.ts'
import { useSession } from '../../api/session/session.ts'
import { lazyPart, withTexts } from '../../i18n/lazy-part.ts'
import { pageSettings } from '../../i18n/page-settings.ts'
import { Optional } from '../../ui/Optional.tsx'

// The questions come with their texts, ahead of the day they are asked.
export const fetchSessionExpiredDialog = () => withTexts(import('./SessionExpiredDialog.tsx'), ['auth'])
const SessionExpiredDialog = lazyPart(fetchSessionExpiredDialog, 'SessionExpiredDialog')
export const fetchReauthenticationDialog = () =>
  withTexts(import('./ReauthenticationDialog.tsx'), ['auth', 'signatures'])
const ReauthenticationDialog = lazyPart(fetchReauthenticationDialog, 'ReauthenticationDialog')

// What needs the service asks for it again and says what failed; the clinical record does not need it.
const leaveIt = (): void => undefined

/** The hosted identity service, where there is one, is signed in as well (specification §4). */
const useHostedIdentity = (): void => {
  const { firebaseToken } = useSession()
  useEffect(() => {
    if (firebaseToken === null || !pageSettings().firebase) return
    import('../../features/accounts/hosted-identity.ts')
      .then(({ enterHostedIdentity }) => enterHostedIdentity(firebaseToken))
      .catch(leaveIt)
  }, [firebaseToken])
}

/** What watches over the session while the app is open, and the questions it asks over everything. */
export const SessionHost = () => {
  const { sessionExpired } = useSession()
  const proof = useProofAsked()
  useEffect(() => followSignOut(), [])
  useHostedIdentity()
  return (
    <>
      <Optional>{sessionExpired && <SessionExpiredDialog />}</Optional>
      <Optional>{proof && <ReauthenticationDialog request={proof} />}</Optional>
    </>
  )
}
