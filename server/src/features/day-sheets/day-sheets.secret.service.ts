import type { Tx } from '../../platform/database/database.ts'
import { reseal } from '../../platform/sealed-box.ts'
import { deriveKeys, type Secrets } from '../../platform/tokens.ts'
import { passwordPurpose } from './day-sheets.dependencies.ts'
import { deletePasswords, findPasswords, rewritePassword } from './day-sheets.passwords.repository.ts'
import { contextOf } from './day-sheets.passwords.service.ts'
import { deleteSheets } from './day-sheets.repository.ts'

/** Encrypts the passwords of a practice's sheets with the key of the present secret. What no key opens stays as it is. */
export const resealSheetPasswords = async (tx: Tx, practiceId: number, secrets: Secrets): Promise<void> => {
  const keys = deriveKeys(secrets, passwordPurpose)
  for (const { contents, sealed } of await findPasswords(tx, practiceId)) {
    const again = reseal(keys, sealed, contextOf(practiceId, contents))
    if (again) await rewritePassword(tx, practiceId, { contents, sealed: again })
  }
}

/** The secret was lost, and with it what its passwords are: others are made when somebody asks for them. */
export const endSheetPasswords = async (tx: Tx, practiceId: number): Promise<void> => {
  await deletePasswords(tx, practiceId)
  await deleteSheets(tx, practiceId)
}
