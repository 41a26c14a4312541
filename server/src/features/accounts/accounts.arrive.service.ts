import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import { insertLink } from './recovery/accounts.links.repository.ts'
import { urlOf } from './recovery/accounts.links.ts'

/** Days that such a link is good for. */
export const welcomeDays = 7

/** Minutes in which the first owner of a practice that has just arrived signs in. */
const arrivalMinutes = 24 * 60

interface Arriving {
  readonly userId: number
  readonly email: string
  readonly minutes?: number
}

/** A link with which somebody gives their account its first password here. */
export const arrivalLink = async (
  tx: Tx,
  deps: Pick<AccountDependencies, 'links' | 'appUrl'>,
  { userId, email, minutes = arrivalMinutes }: Arriving,
): Promise<string> => {
  const purpose = 'reset_password' as const
  const id = await insertLink(tx, { userId, purpose, email, minutes })
  return urlOf(deps, { id, purpose })
}

/** What the letter calls practice and whoever asks. */
export const findWelcome = async (
  tx: Tx,
  { practiceId, by }: { readonly practiceId: number; readonly by: number },
): Promise<{ readonly practice: string; readonly by: string } | undefined> => {
  const { rows } = await sql<{ practice: string; by: string }>`
    select p.name as practice, u.first_name || ' ' || u.last_name as "by"
    from practices p, users u where p.id = ${practiceId} and u.id = ${by}`.execute(tx)
  return rows[0]
}
