import { dayOfInstant, formatDay } from '@ulna/contract/records/records.rules'
import { reading, type Tx } from '../../platform/database/database.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts'
import { composeMail } from '../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { ownersOf } from '../../platform/sessions/practice-owners.ts'
import type { Database } from '../../platform/use-case.ts'
import { findKeyLetter } from './practice-keys.letters.repository.ts'

/** Mails an owner that a key of their practice was made. */
const keyMadeMail = 'practice-keys.made_mail'

/** Queues the mails to the owners, whoever of them made the key included. */
export const tellOwnersOfKey = async (tx: Tx, practiceId: number, keyId: number): Promise<void> => {
  for (const ownerId of await ownersOf(tx, practiceId))
    await enqueue(tx, keyMadeMail, { practiceId, keyId, ownerId })
}

export interface KeyMailDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly appUrl: () => string
}

export interface KeyMadeMail {
  /** Id of the job: the same mail, however often it is tried. */
  readonly id: string
  readonly practiceId: number
  readonly keyId: number
  readonly ownerId: number
}

/** Mails an owner, in their language, who made which key and how long it counts; it is told whatever became of it. */
const sendKeyMade = async (
  { db, mailer, appUrl }: KeyMailDependencies,
  { id, practiceId, ...which }: KeyMadeMail,
): Promise<void> => {
  const letter = await reading(db.queries, { practiceId, userId: 0 }, (tx) =>
    findKeyLetter(tx, practiceId, which),
  )
  if (!letter) return
  const { email, firstName: name, language, practice, timezone, key, by, expiresAt } = letter
  const day = formatDay(dayOfInstant(expiresAt, timezone), language)
  const link = `${appUrl()}/app/settings/practice`
  await mailer.send({
    id,
    practiceId,
    to: email,
    ...composeMail(language, 'practiceKeyMade', { name, practice, key, by, day, link }),
  })
}

export const practiceKeyJobs = (dependencies: KeyMailDependencies): JobHandlers => ({
  [keyMadeMail]: ({ practiceId, keyId, ownerId }, { jobId }) =>
    sendKeyMade(dependencies, {
      id: `job-${jobId}`,
      practiceId: Number(practiceId),
      keyId: Number(keyId),
      ownerId: Number(ownerId),
    }),
})
