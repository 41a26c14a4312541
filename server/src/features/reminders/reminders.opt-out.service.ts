import { AppError } from '../../platform/app-error.ts'
import { enterScope } from '../../platform/database/database.ts'
import { type RateLimits, sourceOf } from '../../platform/http/rate-limits.ts'
import { mergedInto } from '../../platform/patient-aliases.ts'
import type { AnonymousActor } from '../../platform/sessions/actor.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { setMailReminders } from '../patients/patients.service.ts'

export interface OptOutDependencies {
  readonly db: Database
  readonly links: LinkTokens
  readonly rateLimits: RateLimits
}

/**
 * A patient says by the link of a mail whether they want more of them. Answers nothing of the patient; saying it again
 * changes nothing. Refuses with invalid_token what is no link of ours, and with rate_limited.
 */
export const chooseMails = async (
  { db, links, rateLimits }: OptOutDependencies,
  actor: AnonymousActor,
  token: string,
  wanted: boolean,
): Promise<{ mailReminders: boolean }> => {
  await rateLimits.take(['linksFromSource', sourceOf(actor.call.ip)])
  const [practiceId, named] = links.read('reminders', token) ?? []
  if (practiceId === undefined || named === undefined) throw new AppError('invalid_token')
  return change(db, actor, async (tx) => {
    await enterScope(tx, { practiceId, userId: 0 })
    // A link from before their file became part of another still stops its mails.
    const patientId = (await mergedInto(tx, practiceId, named)) ?? named
    if (!(await setMailReminders(tx, practiceId, patientId, wanted))) throw new AppError('invalid_token')
    return audited(
      { action: wanted ? 'reminder.opt_in' : 'reminder.opt_out', practiceId, patientId },
      { mailReminders: wanted },
    )
  })
}
