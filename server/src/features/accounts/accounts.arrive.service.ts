import type { Tx } from '../../platform/database/database.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import { insertLink } from './recovery/accounts.links.repository.ts'
import { urlOf } from './recovery/accounts.links.ts'

/** Minutes in which the first owner of a practice that has just arrived signs in. */
const arrivalMinutes = 24 * 60

/** A link with which somebody gives their account its first password here, for whoever hands it over. */
export const arrivalLink = async (
  tx: Tx,
  deps: Pick<AccountDependencies, 'links' | 'appUrl'>,
  { userId, email }: { readonly userId: number; readonly email: string },
): Promise<string> => {
  const purpose = 'reset_password' as const
  const id = await insertLink(tx, { userId, purpose, email, minutes: arrivalMinutes })
  return urlOf(deps, { id, purpose })
}
