import type { Tx } from '../../platform/database/database.ts'
import { reseal } from '../../platform/sealed-box.ts'
import { deriveKeys, type Secrets } from '../../platform/tokens.ts'
import { lockPrivateKeys, writePrivateKey } from './keys/papers.keys.repository.ts'
import { contextOf } from './keys/papers.keys.service.ts'

/** Encrypts the keys of a practice's papers with the key of the present secret. What no key opens stays as it is. */
export const resealSigningKeys = async (tx: Tx, practiceId: number, secrets: Secrets): Promise<void> => {
  const keys = deriveKeys(secrets, 'keys that papers are signed with')
  for (const { id, sealed } of await lockPrivateKeys(tx, practiceId)) {
    const again = reseal(keys, sealed, contextOf(practiceId))
    if (again) await writePrivateKey(tx, practiceId, id, again)
  }
}
