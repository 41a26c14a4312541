import { missingThings } from '@ulna/contract/practice-deletions/practice-deletions.rules'
import type { Language } from '@ulna/contract/record-class/record-class'
import { dayOfInstant, formatDay } from '@ulna/contract/records/records.rules'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { composeMail } from '../../platform/mail/mail-texts.ts'
import { wordsIn } from '../../platform/words.ts'
import type { DeletionDependencies } from './practice-deletions.dependencies.ts'
import { type Addressee, findAddressee, findPeople } from './practice-deletions.people.repository.ts'
import { type DeletionNews, queueNews } from './practice-deletions.queue.ts'
import { type DeletionRow, findCertificate, lockDeletion } from './practice-deletions.repository.ts'
import { findPlace, findStand, missingIn } from './practice-deletions.stand.service.ts'

const within = <T>(
  { db }: DeletionDependencies,
  practiceId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => transaction(db.queries, { practiceId, userId: 0, seesBlocked: true }, 'read write', work)

/** What is missing, a line each; null where nothing is. */
const missingLines = async (
  dependencies: DeletionDependencies,
  row: DeletionRow,
  language: Language,
): Promise<string | null> => {
  const missing = await within(dependencies, row.practiceId, async (tx) =>
    missingIn(await findStand(tx, await findPlace(tx, row.practiceId)), row.keeper),
  )
  const t = await wordsIn(language)
  const lines = missingThings
    .filter((thing) => missing.includes(thing))
    .map((thing) => `· ${t(`practiceDeletions:missing.${thing}`)}`)
  return lines.length === 0 ? null : lines.join('\n')
}

interface Told {
  readonly row: DeletionRow
  readonly to: Addressee
  readonly news: DeletionNews
}

const composed = async (dependencies: DeletionDependencies, { row, to, news }: Told) => {
  const { language, firstName: name } = to
  const { practiceName: practice, timezone } = row
  const day = formatDay(dayOfInstant(row.destroyAfter.toISOString(), timezone), language)
  const link = `${dependencies.appUrl()}/app/settings/practice`
  if (news === 'closing')
    return composeMail(language, 'practiceClosing', { name, practice, by: row.askedByName, day, link })
  if (news === 'takenBack') return composeMail(language, 'practiceGoesOn', { name, practice, link })
  const missing = await missingLines(dependencies, row, language)
  if (news === 'near')
    return composeMail(language, 'practiceDeletionNear', { name, practice, day, missing, link })
  return composeMail(language, 'practiceDeletionWaits', { name, practice, missing: missing ?? '', link })
}

/** News that are true no longer are not told: what was taken back is neither near nor waited for. */
const isTrue = ({ state }: DeletionRow, news: DeletionNews): boolean => {
  if (news === 'takenBack') return state === 'taken_back'
  return news === 'done' ? state === 'done' : state === 'closing'
}

const sendCertificate = async (
  { mailer, appUrl, ...dependencies }: DeletionDependencies,
  { row, to }: Told,
  { id, userId }: { readonly id: string; readonly userId: number },
): Promise<void> => {
  const { language, firstName: name, email } = to
  const found = await within({ mailer, appUrl, ...dependencies }, 0, (tx) =>
    findCertificate(tx, row.id, userId),
  )
  if (!found) return
  const link = `${appUrl()}/app/settings/account`
  const params = { name, practice: row.practiceName, number: found.code, link }
  await mailer.send({
    ...{ id, to: email },
    ...composeMail(language, 'practiceDeleted', params),
    attachments: [
      { fileName: `ulna-${found.code}.pdf`, contentType: 'application/pdf', content: found.content },
    ],
  })
}

/** Mails somebody, in their language, what became of the practice. */
export const sendNews = async (
  dependencies: DeletionDependencies,
  deletionId: number,
  { id, userId, news }: { readonly id: string; readonly userId: number; readonly news: DeletionNews },
): Promise<void> => {
  const [row, to] = await within(dependencies, 0, async (tx) => [
    await lockDeletion(tx, deletionId),
    await findAddressee(tx, userId),
  ])
  if (!row || !to || !isTrue(row, news)) return
  const told = { row, to, news }
  if (news === 'done') return sendCertificate(dependencies, told, { id, userId })
  await dependencies.mailer.send({
    ...{ id, to: to.email, practiceId: row.practiceId },
    ...(await composed(dependencies, told)),
  })
}

/** Reminds the owners, as long as the day stands. */
export const remindOwners = async (dependencies: DeletionDependencies, deletionId: number): Promise<void> => {
  const row = await within(dependencies, 0, (tx) => lockDeletion(tx, deletionId))
  if (row?.state !== 'closing') return
  await within(dependencies, row.practiceId, async (tx) =>
    queueNews(tx, row.id, 'near', await findPeople(tx, row.practiceId, { owners: true })),
  )
}
