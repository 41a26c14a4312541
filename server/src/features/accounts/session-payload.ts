import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { workplaceOf } from '../practices/practices.service.ts'
import { findUser } from './accounts.repository.ts'

/** Who is signed in, where and as what. Without a practice: the person alone. */
export const readSessionPayload = async (
  tx: Tx,
  userId: number,
  practiceId: number | null,
): Promise<SessionPayload> => {
  const user = await findUser(tx, userId)
  if (!user) throw new AppError('session_invalid')
  return { user, ...(await workplaceOf(tx, userId, practiceId)) }
}
