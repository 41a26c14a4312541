import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { sayFarewell } from '../../../api/practice/leaving-practice.ts'
import { announceSignOut } from '../../../api/practice/signed-out-elsewhere.ts'
import { call, tokens } from '../../../api/session/client.ts'
import { session, signedOut } from '../../../api/session/session.ts'
import { pageSettings } from '../../../i18n/page-settings.ts'

/** The hosted identity service of this page ends its sign-in too (specification §4). */
const signOutOfHostedIdentity = async (): Promise<void> => {
  if (!pageSettings().firebase) return
  const { leaveHostedIdentity } = await import('../hosted-identity.ts')
  await leaveHostedIdentity()
}

/** Nothing that was typed stays on this device, encrypted or not. */
const forgetCopies = async (userId: number | null): Promise<void> => {
  const { forgetLocalCopies } = await import('../../../api/local-copies/local-copies.ts')
  await forgetLocalCopies(userId)
}

/** Ends the session on every server and forgets it here; the page stays. */
export const endOwnSession = async (): Promise<void> => {
  const userId = session.get().authUser?.id ?? null
  await sayFarewell()
  try {
    await call(accountEndpoints.logout, { blocking: true })
  } finally {
    announceSignOut(userId)
    await Promise.allSettled([signOutOfHostedIdentity(), tokens.clear()])
    session.set({ ...signedOut, rememberMeCompleted: true })
    await Promise.allSettled([forgetCopies(userId)])
  }
}

/** Signs out and leaves the page, so that nothing read stays in memory. */
export const signOut = async (): Promise<void> => {
  try {
    await endOwnSession()
  } finally {
    window.location.assign('/login')
  }
}
