import type { Tx } from '../../platform/database/database.ts'
import { reseal } from '../../platform/sealed-box.ts'
import { deriveKeys, type Secrets } from '../../platform/tokens.ts'
import { lockAuthenticators, writeAuthenticator } from './second-factor/accounts.second-factor.repository.ts'
import { contextOf } from './second-factor/accounts.second-factor.ts'

/** Encrypts the secrets of authenticator apps with the key of the present secret. What no key opens stays as it is. */
export const resealAuthenticators = async (tx: Tx, secrets: Secrets): Promise<void> => {
  const keys = deriveKeys(secrets, 'authenticator secrets')
  for (const { id, sealed } of await lockAuthenticators(tx)) {
    const again = reseal(keys, sealed, contextOf(id))
    if (again) await writeAuthenticator(tx, id, again)
  }
}
