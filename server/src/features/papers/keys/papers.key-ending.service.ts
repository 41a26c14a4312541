import { endingMailDays } from '@ulna/contract/papers/papers.keys'
import { dayOfInstant, formatDay } from '@ulna/contract/records/records.rules'
import { reading, type Tx, transaction } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { composeMail } from '../../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { ownersOf } from '../../../platform/sessions/practice-owners.ts'
import type { Database } from '../../../platform/use-case.ts'
import { claimEndingNews, findEndingLetter } from './papers.key-ending.repository.ts'

/** Tells the owners of a practice that the certificate of its key ends soon; queued for that day with the key. */
export const keyEndingJob = 'papers.key_ending'
/** Mails that to one of them. */
export const keyEndingMail = 'papers.key_ending_mail'

const dayMs = 24 * 3_600_000

/** Queues the news for the days that are still to come; of one that ends sooner its owner was told when it was supplied. */
export const queueEndingNews = async (
  tx: Tx,
  practiceId: number,
  keyId: number,
  validUntil: string,
): Promise<void> => {
  const now = await databaseNow(tx)
  for (const days of endingMailDays) {
    const at = Date.parse(validUntil) - days * dayMs
    if (at > now) await enqueue(tx, keyEndingJob, { practiceId, keyId, days }, { runAt: new Date(at) })
  }
}

/** Queues a mail for each owner, once whoever else does the same at this moment, unless the key is out of use. */
export const tellKeyEnding = (db: Database, practiceId: number, keyId: number, days: number): Promise<void> =>
  transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    if (!(await claimEndingNews(tx, practiceId, keyId, days))) return
    for (const userId of await ownersOf(tx, practiceId))
      await enqueue(tx, keyEndingMail, { practiceId, keyId, userId })
  })

export interface KeyMailDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly appUrl: () => string
}

export interface KeyMail {
  /** Id of the job: the same mail, however often it is tried. */
  readonly id: string
  readonly practiceId: number
  readonly keyId: number
  readonly userId: number
}

/** Mails an owner, in their language, which day the certificate ends; nothing once that is no longer true. */
export const sendKeyEnding = async (
  { db, mailer, appUrl }: KeyMailDependencies,
  { id, practiceId, keyId, userId }: KeyMail,
): Promise<void> => {
  const letter = await reading(db.queries, { practiceId, userId: 0 }, (tx) =>
    findEndingLetter(tx, practiceId, keyId, userId),
  )
  if (!letter) return
  const { email, firstName: name, language, practice, timezone, validUntil } = letter
  const day = formatDay(dayOfInstant(validUntil, timezone), language)
  const link = `${appUrl()}/app/settings/practice`
  await mailer.send({
    ...{ id, practiceId, to: email },
    ...composeMail(language, 'keyEnding', { name, practice, day, link }),
  })
}
