import { reading, type Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { composeMail } from '../../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { Database } from '../../../platform/use-case.ts'
import { type ClinicalSubject, findClinicalLetter } from './practices.clinical-news.repository.ts'
import { isOwner } from './practices.members.policy.ts'
import type { MemberStanding, MemberState } from './practices.members.repository.ts'

/** Mails an owner that somebody has clinical access from now on, or that it is asked for. */
export const clinicalNewsMail = 'practices.clinical_news_mail'

export const clinicalNews = ['clinicalGiven', 'clinicalJoined', 'clinicalAsked'] as const
export type ClinicalNews = (typeof clinicalNews)[number]

type Clinical = Pick<MemberStanding, 'clinical' | 'clinicalAskedBy'>

/** What owners are told of a change; undefined where nobody came nearer to clinical content. */
const newsOf = (before: Clinical | undefined, after: Clinical): ClinicalNews | undefined => {
  if (after.clinical && !before?.clinical) return before ? 'clinicalGiven' : 'clinicalJoined'
  return after.clinicalAskedBy !== null && before?.clinicalAskedBy == null ? 'clinicalAsked' : undefined
}

export interface ClinicalChange {
  readonly membershipId: number
  /** Whose wish it was. */
  readonly by: number
  /** Access before the change; undefined for somebody who joins. */
  readonly before: Clinical | undefined
  readonly after: Clinical
}

/** Queues the mails to the owners, whoever of them did it included. `members` holds all owners. */
export const tellOwners = async (
  tx: Tx,
  practiceId: number,
  members: readonly MemberState[],
  { membershipId, by, before, after }: ClinicalChange,
): Promise<void> => {
  const news = newsOf(before, after)
  if (!news) return
  for (const { userId: ownerId } of members.filter(isOwner))
    await enqueue(tx, clinicalNewsMail, { practiceId, membershipId, by, ownerId, news })
}

export interface ClinicalMailDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly appUrl: () => string
}

export interface ClinicalMail extends ClinicalSubject {
  /** Id of the job: the same mail, however often it is tried. */
  readonly id: string
  readonly ownerId: number
  readonly news: ClinicalNews
}

/** What was asked for and is answered by now needs no mail; what was given is told whatever became of it. */
export const sendClinicalNews = async (
  { db, mailer, appUrl }: ClinicalMailDependencies,
  { id, ownerId, news, ...subject }: ClinicalMail,
): Promise<void> => {
  const letter = await reading(db.queries, { practiceId: subject.practiceId, userId: 0 }, (tx) =>
    findClinicalLetter(tx, subject, ownerId),
  )
  if (!letter || (news === 'clinicalAsked' && !letter.waits)) return
  const { email, language, firstName: name, practice, member, role, by } = letter
  const link = `${appUrl()}/app/settings/members`
  await mailer.send({
    id,
    practiceId: subject.practiceId,
    to: email,
    ...composeMail(language, news, { name, practice, member, role, by, link }),
  })
}
