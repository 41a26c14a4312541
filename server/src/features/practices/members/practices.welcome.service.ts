import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import { asOfNow, mayManage } from './practices.members.policy.ts'
import { lockForDecision } from './practices.members.service.ts'

/** The job that mails somebody who came here with a practice a link to choose a password; ids only. */
export const welcomeMail = 'practices.welcome_mail'

/** Whether the account came here with the practice and nobody has used it since. */
const hasNotArrived = async (tx: Tx, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and activated_at is null and disabled_at is null`.execute(tx)
  return rows.length > 0
}

/**
 * Mails a member who came here with the practice a link to choose a password: none came along. Refuses with not_found
 * who is no member, and who signed in here already.
 */
export const welcomeMember = async (
  db: Database,
  rateLimits: RateLimits,
  actor: PracticeActor,
  id: number,
): Promise<{ id: number }> => {
  await rateLimits.take(
    ['invitationMails', `user ${actor.userId}`],
    ['invitationsOfPerson', `membership ${actor.practiceId} ${id}`],
  )
  return change(db, actor, async (tx) => {
    const members = await lockForDecision(tx, actor, { ids: [id] })
    const member = members.find((one) => one.id === id && !one.ended)
    if (!member || !(await hasNotArrived(tx, member.userId))) throw new AppError('not_found')
    mayManage(asOfNow(actor, members), member.role)
    await enqueue(tx, welcomeMail, {
      userId: member.userId,
      practiceId: actor.practiceId,
      by: actor.userId,
    })
    const subject = { type: 'membership', id }
    return audited({ action: 'member.welcome', subject, detail: { userId: member.userId } }, { id })
  })
}
