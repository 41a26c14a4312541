import type { OwnSession } from '@ulna/contract/accounts/accounts.security'
import { AppError } from '../../../platform/app-error.ts'
import { endedSessionCookies } from '../../../platform/http/cookies.ts'
import { Answer } from '../../../platform/http/route.ts'
import type { SignedInActor } from '../../../platform/sessions/actor.ts'
import { endSessionsOf } from '../../../platform/sessions/sessions.ts'
import { audited, change, type Database, lookUp } from '../../../platform/use-case.ts'
import { endOwnSession, findOpenSessions } from './accounts.sessions.repository.ts'

export const listSessions = (db: Database, actor: SignedInActor): Promise<OwnSession[]> =>
  lookUp(db, actor, (tx) => findOpenSessions(tx, actor.userId, actor.sessionId))

/** Ends one session of the caller on every process; somebody else's does not exist. */
export const endOneSession = (
  db: Database,
  actor: SignedInActor,
  id: number,
): Promise<Answer<{ id: number }, undefined>> =>
  change(db, actor, async (tx) => {
    if (!(await endOwnSession(tx, actor.userId, id))) throw new AppError('not_found')
    const cookies = id === actor.sessionId ? endedSessionCookies : []
    const audit = { action: 'account.session_ended', subject: { type: 'session', id } } as const
    return audited(audit, new Answer({ id }, undefined, cookies))
  })

export const endOtherSessions = (db: Database, actor: SignedInActor): Promise<{ ended: number }> =>
  change(db, actor, async (tx) => {
    const ended = await endSessionsOf(tx, actor.userId, actor.sessionId)
    return audited({ action: 'account.sessions_ended', detail: { ended } }, { ended })
  })
