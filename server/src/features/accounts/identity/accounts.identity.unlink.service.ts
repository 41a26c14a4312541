import { AppError } from '../../../platform/app-error.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { SignedInActor } from '../../../platform/sessions/actor.ts'
import { endSessionsOf } from '../../../platform/sessions/sessions.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import { lockLinking, removeLinking } from './accounts.identity.repository.ts'

const unlinked = { hostedIdentity: false } as const

/**
 * Unlinks the account of the caller from the hosted identity service; nobody is told of a link that never was. Who signs
 * in there again with the proven address of the account links it again. Refuses with last_way_in when the account has
 * neither password nor passkey.
 */
export const unlinkIdentity = (db: Database, actor: SignedInActor): Promise<{ hostedIdentity: false }> =>
  change(db, actor, async (tx) => {
    const { linked, hasOtherWay } = await lockLinking(tx, actor.userId)
    if (!linked) return audited({ action: 'account.identity_unlinked' }, unlinked)
    if (!hasOtherWay) throw new AppError('last_way_in')
    await removeLinking(tx, actor.userId)
    const endedSessions = await endSessionsOf(tx, actor.userId, actor.sessionId)
    await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'identityUnlinked' })
    return audited({ action: 'account.identity_unlinked', detail: { endedSessions } }, unlinked)
  })
