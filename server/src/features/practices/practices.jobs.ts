import { linkLifetimes } from '@ulna/contract/accounts/accounts.recovery'
import { reading, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { composeMail } from '../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import { findLetter, noteSent } from './invitations/practices.invitations.repository.ts'
import {
  clinicalNews,
  clinicalNewsMail,
  sendClinicalNews,
} from './members/practices.clinical-news.service.ts'

/** The job that mails an invitation; its payload names practice, invitation and which of its mails. */
export const invitationMail = 'practices.invitation_mail'

export const memberJobs = ({
  db,
  links,
  mailer,
  appUrl,
}: {
  db: Database
  links: LinkTokens
  mailer: Mailer
  appUrl: () => string
}): JobHandlers => ({
  [invitationMail]: async (payload, { jobId }) => {
    const ids = [
      Number(payload.practiceId),
      Number(payload.invitationId),
      Number(payload.linkVersion),
    ] as const
    const letter = await reading(db.queries, installationScope, (tx) => findLetter(tx, ...ids))
    // Answered, withdrawn or mailed anew meanwhile.
    if (!letter) return
    const { email, language, practice, invitedBy, role } = letter
    const link = `${appUrl()}/register/${links.sign('invitation', ids)}`
    const days = linkLifetimes.invitationDays
    await mailer.send({
      id: `job-${jobId}`,
      practiceId: ids[0],
      to: email,
      ...composeMail(language, 'invitation', { practice, invitedBy, role, link, days }),
    })
    await transaction(db.queries, installationScope, 'read write', (tx) => noteSent(tx, ...ids))
  },
  [clinicalNewsMail]: async (payload, { jobId }) => {
    const news = clinicalNews.find((one) => one === payload.news)
    if (!news) return
    await sendClinicalNews(
      { db, mailer, appUrl },
      {
        id: `job-${jobId}`,
        practiceId: Number(payload.practiceId),
        membershipId: Number(payload.membershipId),
        by: Number(payload.by),
        ownerId: Number(payload.ownerId),
        news,
      },
    )
  },
})
