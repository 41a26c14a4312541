import type {
  BlockInput,
  Erasure,
  ErasurePreview,
  ErasureScope,
  NoticesInput,
} from '@ulna/contract/erasures/erasures'
import { claimMonths, needsNotices, noticeDays } from '@ulna/contract/erasures/erasures.rules'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseFutureDay } from '../../platform/database/database-clock.ts'
import {
  answerText,
  type ListText,
  listText,
  type PageWish,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { type PracticeActor, seeingBlocked } from '../../platform/sessions/actor.ts'
import { audited, change, view } from '../../platform/use-case.ts'
import { lockForArchive } from '../patients/patients.archive.service.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { findNumbers, numbersThatStay } from './certificates/erasures.numbers.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import { type FileStand, itemsOf, scopeOf } from './erasures.preview.ts'
import { queueAct, queueCarryingOut } from './erasures.queue.ts'
import { digestsOfFile } from './erasures.recognition.service.ts'
import {
  type Asked,
  type ErasureRow,
  findDestroyAfter,
  findErasures,
  findErasureWire,
  findNotices,
  insertErasure,
  lockErasure,
  type Notices,
  type OnAct,
  writeBlocked,
  writeNotices,
  writeTakenBack,
} from './erasures.repository.ts'
import { findStand } from './erasures.stand.ts'

const requireStand = async (tx: Tx, actor: PracticeActor, patientId: number): Promise<FileStand> => {
  const stand = await findStand(tx, actor, patientId)
  if (!stand) throw new AppError('not_found')
  return stand
}

/** What would become of a file, item by item, if it were erased now; not_found for one that is blocked already. */
export const previewErasure = (
  { db }: ErasureDependencies,
  actor: PracticeActor,
  patientId: number,
): Promise<ErasurePreview> =>
  view(db, actor, async (tx) => {
    const stand = await requireStand(tx, actor, patientId)
    const { archived, rule, term, holdReason, isTreated } = stand
    const scope = scopeOf(stand)
    return audited(
      { action: 'erasure.preview', patientId, detail: { scope } },
      {
        ...{ patientId, archived, scope, rule, holdReason },
        dueSince: term?.dueSince ?? null,
        needsNotices: scope === 'whole' && isTreated && needsNotices(rule),
        items: itemsOf(stand),
      },
    )
  })

export const listErasures = (
  { db }: ErasureDependencies,
  actor: PracticeActor,
  wish: PageWish,
): Promise<ListText<Erasure>> =>
  view(db, seeingBlocked(actor), async (tx) => {
    const found = await findErasures(tx, actor.practiceId, wish)
    return audited({ action: 'erasure.list', detail: { count: found.total } }, listText(found, wish))
  })

const answerOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText<Erasure>> => {
  const wire = await findErasureWire(tx, actor.practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

const tell = async (tx: Tx, actor: PracticeActor, patientId: number): Promise<void> => {
  await tellPatientFile(tx, actor, patientId)
  await announce(tx, actor.practiceId, { topic: 'patients', ids: [patientId] })
}

const subjectOf = (id: number) => ({ type: 'erasure', id })

/** Holds win over everything; a file that is due is erased as a whole, or not for that reason. */
const refuseWhatStands = (
  { holdReason, ...stand }: FileStand,
  { ground }: Pick<BlockInput, 'ground'>,
  field: string,
): void => {
  if (holdReason !== null) throw new AppError('patient_on_hold')
  if (ground === 'term_over' && scopeOf({ holdReason, ...stand }) === 'partial')
    throw invalidField(field, 'field_option')
}

/** Who asked: all of it where a person did, nothing where only the term is over. */
const askedOf = async (tx: Tx, actor: PracticeActor, input: BlockInput): Promise<Asked | null> => {
  if (input.ground !== 'request') return null
  const { askedOn, askedBy, identity } = input
  if (!askedOn || !askedBy || !identity) {
    const missing = Object.entries({ askedOn, askedBy, identity }).filter(([, given]) => !given)
    throw new AppError('invalid_request', {
      fields: missing.map(([field]) => ({ field, message: 'field_required' })),
    })
  }
  await refuseFutureDay(tx, actor, 'askedOn', askedOn)
  return { askedOn, askedBy, identity }
}

/** The days of an inventory. Only Colombia asks for one, and a file that nobody was treated in has none. */
const onActOf = ({ rule, term }: FileStand, { actId, field }: FileAsked): OnAct | null => {
  if (actId === null) return null
  if (!needsNotices(rule)) throw new AppError('erasure_not_now')
  if (term === null) throw invalidField(field, 'field_option')
  return { actId, attendedFrom: term.firstAttention, attendedUntil: term.lastAttention }
}

export interface FileAsked {
  readonly patientId: number
  /** The act that it goes on; null for one by itself. */
  readonly actId: number | null
  /** What of the body says that the term is over. */
  readonly field: string
}

/**
 * Blocks an archived file until it is destroyed, in a transaction that may block others too; answers the erasure. While its
 * term runs nothing is blocked: what no law keeps goes, and the person is told with the preview what stays and why.
 */
export const blockFile = async (
  tx: Tx,
  { digestKeys }: Pick<ErasureDependencies, 'digestKeys'>,
  actor: PracticeActor,
  file: FileAsked,
  input: BlockInput,
): Promise<{ readonly id: number; readonly scope: ErasureScope }> => {
  const { practiceId, userId } = actor
  const { patientId } = file
  const patient = await lockForArchive(tx, actor, patientId)
  if (!patient.archived) throw new AppError('patient_not_archived')
  const stand = await requireStand(tx, actor, patientId)
  refuseWhatStands(stand, input, file.field)
  const asked = await askedOf(tx, actor, input)
  const scope = scopeOf(stand)
  // A term that was changed since made something else of it than was looked at.
  if (input.scope && input.scope !== scope) throw new AppError('version_conflict')
  const isWhole = scope === 'whole'
  // Who was never treated left no file that a law keeps, and that anybody could claim.
  const isAnnounced = isWhole && stand.isTreated && needsNotices(stand.rule)
  const id = await insertErasure(tx, {
    ...{ practiceId, patientId, userId, scope, ground: input.ground, asked, needsNotices: isAnnounced },
    days: isWhole ? input.graceDays : 0,
    digests: isWhole ? await digestsOfFile(tx, digestKeys[0], practiceId, patientId) : null,
    fileNumbers: numbersThatStay(await findNumbers(tx, practiceId, patientId), isAnnounced),
    onAct: onActOf(stand, file),
  })
  if (id === undefined) throw new AppError('erasure_not_now')
  if (isWhole) await writeBlocked(tx, practiceId, patientId, true)
  await queueCarryingOut(tx, { practiceId, erasureId: id }, await findDestroyAfter(tx, practiceId, id))
  await tell(tx, actor, patientId)
  return { id, scope }
}

/** Blocks one file by itself. */
export const blockPatient = (
  dependencies: ErasureDependencies,
  actor: PracticeActor,
  patientId: number,
  input: BlockInput,
): Promise<WireText<Erasure>> =>
  change(dependencies.db, seeingBlocked(actor), async (tx) => {
    const file = { patientId, actId: null, field: 'ground' }
    const { id, scope } = await blockFile(tx, dependencies, actor, file, input)
    const detail = { scope, ground: input.ground }
    return audited(
      { action: 'erasure.block', patientId, subject: subjectOf(id), detail },
      await answerOf(tx, actor, id),
    )
  })

/** An erasure before its day, locked; erasure_not_now for every other. */
const requireBlocked = async (tx: Tx, actor: PracticeActor, id: number): Promise<Authorized<ErasureRow>> => {
  const row = await lockErasure(tx, actor.practiceId, id)
  if (!row) throw new AppError('not_found')
  if (row.state !== 'blocked') throw new AppError('erasure_not_now')
  return authorized(row)
}

/** Whose whole file it is that is blocked; erasure_not_now for every other erasure. */
export const requireBlockedFile = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  id: number,
): Promise<{ readonly patientId: number }> => {
  const wire = await findErasureWire(tx, practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  const { patientId, state, scope } = parseJson(wire)
  if (state !== 'blocked' || scope !== 'whole') throw new AppError('erasure_not_now')
  return { patientId }
}

/** Takes an erasure back before its day: the file is archived as it was. One that was taken back stays so. */
export const takeErasureBack = (
  { db }: ErasureDependencies,
  actor: PracticeActor,
  id: number,
): Promise<WireText<Erasure>> =>
  change(db, seeingBlocked(actor), async (tx) => {
    const state = await lockErasure(tx, actor.practiceId, id)
    const subject = subjectOf(id)
    if (state?.state === 'taken_back')
      return audited(
        { action: 'erasure.take_back', patientId: state.patientId, subject, detail: { already: true } },
        await answerOf(tx, actor, id),
      )
    const row = await requireBlocked(tx, actor, id)
    // It was carried out before a backup brought it back.
    if (row.ground === 'restored') throw new AppError('erasure_not_now')
    const { patientId } = row
    await writeTakenBack(tx, actor.practiceId, row, actor.userId)
    await writeBlocked(tx, actor.practiceId, patientId, false)
    await queueAct(tx, actor.practiceId, row.actId)
    await tell(tx, actor, patientId)
    return audited({ action: 'erasure.take_back', patientId, subject }, await answerOf(tx, actor, id))
  })

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The second notice comes eight days after the first, in a newspaper that has a name, and none comes after today. */
export const checkNotices = async (tx: Tx, actor: PracticeActor, notices: Notices): Promise<void> => {
  const { newspaper, firstNoticeOn, secondNoticeOn, reviewedOn } = notices
  for (const [field, day] of Object.entries({ firstNoticeOn, secondNoticeOn, reviewedOn }))
    await refuseFutureDay(tx, actor, field, day)
  if (firstNoticeOn !== null && !newspaper) throw invalidField('newspaper', 'field_required')
  if (newspaper && firstNoticeOn === null) throw invalidField('firstNoticeOn', 'field_required')
  if (secondNoticeOn === null) return
  if (firstNoticeOn === null) throw invalidField('firstNoticeOn', 'field_required')
  if (secondNoticeOn < dayAfter(firstNoticeOn, noticeDays))
    throw invalidField('secondNoticeOn', 'field_range')
}

/** The steps as they are after what is said of them. */
export const noticesOf = (stored: Notices, input: NoticesInput): Notices => ({
  newspaper: input.newspaper === undefined ? stored.newspaper : input.newspaper || null,
  firstNoticeOn: input.firstNoticeOn === undefined ? stored.firstNoticeOn : input.firstNoticeOn,
  secondNoticeOn: input.secondNoticeOn === undefined ? stored.secondNoticeOn : input.secondNoticeOn,
  reviewedOn: input.reviewedOn === undefined ? stored.reviewedOn : input.reviewedOn,
})

/** Notes the steps that Colombia asks for; the file waits until a patient can claim it no longer. */
export const noteNotices = (
  { db }: ErasureDependencies,
  actor: PracticeActor,
  id: number,
  input: NoticesInput,
): Promise<WireText<Erasure>> =>
  change(db, seeingBlocked(actor), async (tx) => {
    const { practiceId, timezone } = actor
    const row = await requireBlocked(tx, actor, id)
    // Those of an act are noted once, for all that stand on it.
    if (row.actId !== null) throw new AppError('erasure_not_now')
    const notices = noticesOf(await findNotices(tx, practiceId, id), input)
    await checkNotices(tx, actor, notices)
    await writeNotices(tx, practiceId, row, { ...notices, months: claimMonths, timezone })
    await queueCarryingOut(tx, { practiceId, erasureId: id }, await findDestroyAfter(tx, practiceId, id))
    const detail = { fields: Object.keys(input) }
    return audited(
      { action: 'erasure.notices', patientId: row.patientId, subject: subjectOf(id), detail },
      await answerOf(tx, actor, id),
    )
  })
