import type { MetadataOf } from '@ulna/contract/http/endpoint'
import type { DueFile, RetentionHold, retentionEndpoints } from '@ulna/contract/retention/retention'
import { termOf } from '@ulna/contract/retention/retention.rules'
import { AppError } from '../../platform/app-error.ts'
import { authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  jsonOf,
  type ListText,
  listText,
  noRows,
  WireText,
} from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { type PracticeActor, seeingBlocked } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import {
  type DueWish,
  type FileTerm,
  findDueFiles,
  findFileTerm,
  findPracticeTerms,
  type PracticeTerms,
} from './retention.due.repository.ts'
import {
  findHolds,
  findHoldWire,
  holdPatientRow,
  insertHold,
  isKeepable,
  lockHold,
  writeLifted,
} from './retention.holds.repository.ts'

type DueMetadata = MetadataOf<typeof retentionEndpoints.due>

/**
 * Files whose term is over, by the rule the practice has chosen; nobody's while that is `never`. A list to look at:
 * nothing in it goes by itself.
 */
export const listDueFiles = (
  db: Database,
  actor: PracticeActor,
  wish: DueWish,
): Promise<WireText<DueFile[], DueMetadata>> =>
  view(db, actor, async (tx) => {
    const choice = actor.configurations.retention
    const term = termOf(choice)
    const { rows, total } = term === null ? noRows : await findDueFiles(tx, actor, term, wish)
    const { limit, offset } = wish
    const metadata = jsonOf<DueMetadata>({ total, limit, offset, rule: choice.rule, term })
    return audited(
      { action: 'retention.due_read', detail: { count: total, rule: choice.rule } },
      new WireText<DueFile[], DueMetadata>(rows, metadata),
    )
  })

const requireKeepable = async (tx: Tx, { practiceId }: PracticeActor, patientId: number): Promise<void> => {
  if (!(await isKeepable(tx, { practiceId, patientId }))) throw new AppError('not_found')
}

/** The holds on a file, newest first, those that were lifted too. */
export const listHolds = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<ListText<RetentionHold>> =>
  view(db, seeingBlocked(actor), async (tx) => {
    await requireKeepable(tx, actor, patientId)
    const holds = await findHolds(tx, actor.practiceId, patientId)
    return audited(
      { action: 'retention.holds_read', patientId, detail: { count: holds.total } },
      listText(holds),
    )
  })

/** When the term of a file is over; null where the practice has none, or the file nothing that one counts from. */
export const termOfFile = async (
  tx: Tx,
  place: Pick<PracticeActor, 'practiceId' | 'timezone' | 'configurations'>,
  patientId: number,
): Promise<FileTerm | null> => {
  const term = termOf(place.configurations.retention)
  return term === null ? null : ((await findFileTerm(tx, place, term, patientId)) ?? null)
}

/** What keeps the files of a practice: all of them where it has chosen no term. */
export const termsOfPractice = (
  tx: Tx,
  place: Pick<PracticeActor, 'practiceId' | 'timezone' | 'configurations'>,
): Promise<PracticeTerms> => findPracticeTerms(tx, place, termOf(place.configurations.retention))

const holdTextOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText<RetentionHold>> => {
  const wire = await findHoldWire(tx, actor.practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

const tellHold = (tx: Tx, actor: PracticeActor, patientId: number): Promise<void> =>
  announce(tx, actor.practiceId, { topic: 'patients', ids: [patientId] })

const subjectOf = (id: number) => ({ type: 'hold', id })

/** Keeps a file beyond its term, whatever becomes of it, until the hold is lifted. */
export const placeHold = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
  reason: string,
): Promise<WireText<RetentionHold>> =>
  change(db, seeingBlocked(actor), async (tx) => {
    const { practiceId, userId } = actor
    await holdPatientRow(tx, practiceId, patientId)
    await requireKeepable(tx, actor, patientId)
    const id = await insertHold(tx, practiceId, { patientId, reason, userId })
    await tellHold(tx, actor, patientId)
    return audited(
      { action: 'retention.hold', patientId, subject: subjectOf(id), detail: { reason } },
      await holdTextOf(tx, actor, id),
    )
  })

/** Lifts a hold, with a reason. One that was lifted stays as it was lifted first. */
export const liftHold = (
  db: Database,
  actor: PracticeActor,
  id: number,
  reason: string,
): Promise<WireText<RetentionHold>> =>
  change(db, seeingBlocked(actor), async (tx) => {
    const { practiceId, userId } = actor
    const hold = await lockHold(tx, practiceId, id)
    if (!hold) throw new AppError('not_found')
    const { patientId, isLifted } = hold
    await requireKeepable(tx, actor, patientId)
    if (!isLifted) {
      await writeLifted(tx, practiceId, authorized(hold), { reason, userId })
      await tellHold(tx, actor, patientId)
    }
    const detail = isLifted ? { already: true } : { reason }
    return audited(
      { action: 'retention.lift', patientId, subject: subjectOf(id), detail },
      await holdTextOf(tx, actor, id),
    )
  })

export type { FileTerm }
