import type { Language } from '@ulna/contract/record-class/record-class'
import { reading, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import { composeMail } from '../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Database } from '../../platform/use-case.ts'
import { findUnsentMessage, markMessageSent } from './contact.repository.ts'

export const contactJobs = ({
  db,
  mailer,
  contactEmail,
  language,
}: {
  db: Database
  mailer: Mailer
  /** The operator's; without one nothing is mailed. */
  contactEmail: string | undefined
  /** The operator's. */
  language: Language
}): JobHandlers => ({
  'contact.message': async ({ messageId }, { jobId }) => {
    const id = Number(messageId)
    const message = await reading(db.queries, installationScope, (tx) => findUnsentMessage(tx, id))
    if (message === undefined || contactEmail === undefined) return
    const { practiceName: practice, ...rest } = message
    await mailer.send({
      id: `job-${jobId}`,
      to: contactEmail,
      ...(isMailAddress(message.email) ? { replyTo: message.email } : {}),
      ...composeMail(language, 'contactMessage', { ...rest, practice }),
    })
    await transaction(db.queries, installationScope, 'read write', (tx) => markMessageSent(tx, id))
  },
})
