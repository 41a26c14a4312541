import type { Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { removeUnprovenFactors } from '../identity/accounts.identity.repository.ts'
import { lockAuthenticator, removeAuthenticator } from '../second-factor/accounts.second-factor.repository.ts'

/**
 * Ends whatever an account signs in with, when its address is proven for the first time: somebody else may have made
 * the account to wait for the owner of the address, and their second factor would keep that owner out. Locks the account.
 */
export const endUnprovenFactors = async (tx: Tx, userId: number): Promise<void> => {
  const { confirmed } = await lockAuthenticator(tx, userId)
  await removeUnprovenFactors(tx, userId)
  await removeAuthenticator(tx, userId)
  if (confirmed) await enqueue(tx, 'accounts.notice', { userId, mail: 'totpDisabled' })
}
