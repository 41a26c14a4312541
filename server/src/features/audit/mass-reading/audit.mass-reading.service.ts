import type { ReadWatch } from '../../../platform/audit/audit.reads.ts'
import { auditWrite } from '../../../platform/audit/audit.strands.ts'
import { reading, type Tx, transaction } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { composeMail } from '../../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { ownersOf } from '../../../platform/sessions/practice-owners.ts'
import type { Database } from '../../../platform/use-case.ts'
import {
  countReads,
  findReadingLetter,
  lockReader,
  type Reader,
  wasTold,
} from './audit.mass-reading.repository.ts'
import { isMassReading, type ReadCounts } from './audit.mass-reading.rules.ts'
import { ReadingWatch } from './audit.mass-reading.watch.ts'

/** Asks the trail what somebody read. */
export const readingLook = 'audit.reading_look'
/** Mails an owner that somebody reads more than care takes. */
export const massReadingMail = 'audit.mass_reading_mail'

/** Has whoever reads much looked at, behind their answer; the same person not again for so many milliseconds. */
export const watchReads = (pauseMs?: number): ReadWatch => {
  const watch = new ReadingWatch(pauseMs)
  return {
    note: async (tx, practiceId, rows) => {
      for (const { userId, inMs } of watch.note(practiceId, rows))
        await enqueue(tx, readingLook, { practiceId, userId }, await dueIn(tx, inMs))
    },
    lost: (practiceId, rows) => watch.lost(practiceId, rows),
  }
}

const dueIn = async (tx: Tx, ms: number): Promise<{ readonly runAt?: Date }> =>
  ms === 0 ? {} : { runAt: new Date((await databaseNow(tx)) + ms) }

/** Tells the owners, and the trail, where somebody reads more than care takes; not again within half a day. */
export const lookAtReading = (db: Database, reader: Reader): Promise<void> =>
  transaction(db.queries, { practiceId: reader.practiceId, userId: 0 }, 'read write', async (tx) => {
    await lockReader(tx, reader)
    const counts = await countReads(tx, reader)
    if (!isMassReading(counts) || (await wasTold(tx, reader))) return
    for (const ownerId of await ownersOf(tx, reader.practiceId))
      await enqueue(tx, massReadingMail, { ...reader, ownerId, ...counts })
    const actor = { practiceId: reader.practiceId, userId: null, sessionId: null, requestId: 'job', ip: null }
    await auditWrite(tx, db.auditKey, {
      actor,
      entry: {
        action: 'audit.mass_reading',
        subject: { type: 'user', id: reader.userId },
        detail: { ...counts },
      },
    })
  })

export interface ReadingMailDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly appUrl: () => string
}

export interface ReadingMail extends ReadCounts, Reader {
  /** Id of the job: the same mail, however often it is tried. */
  readonly id: string
  readonly ownerId: number
}

/** Mails an owner, in their language, who reads how much; nothing of whom. */
export const sendMassReading = async (
  { db, mailer, appUrl }: ReadingMailDependencies,
  { id, practiceId, userId, ownerId, ...counts }: ReadingMail,
): Promise<void> => {
  const letter = await reading(db.queries, { practiceId, userId: 0 }, (tx) =>
    findReadingLetter(tx, { practiceId, userId }, ownerId),
  )
  if (!letter) return
  const { email, firstName: name, language, practice, member } = letter
  const link = `${appUrl()}/app/settings/audit?userId=${userId}`
  await mailer.send({
    id,
    practiceId,
    to: email,
    ...composeMail(language, 'massReading', { name, practice, member, ...counts, link }),
  })
}
