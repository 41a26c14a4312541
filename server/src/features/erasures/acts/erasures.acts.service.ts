import type { NoticesInput } from '@ulna/contract/erasures/erasures'
import type { ActInput, ErasureAct } from '@ulna/contract/erasures/erasures.acts'
import { claimMonths } from '@ulna/contract/erasures/erasures.rules'
import { AppError } from '../../../platform/app-error.ts'
import { auditWrite } from '../../../platform/audit/audit.strands.ts'
import { authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import {
  answerText,
  type ListText,
  listText,
  type PageWish,
  type WireText,
} from '../../../platform/database/wire.ts'
import { announce } from '../../../platform/news/news.ts'
import { auditActor, type PracticeActor, seeingBlocked } from '../../../platform/sessions/actor.ts'
import { audited, change, view } from '../../../platform/use-case.ts'
import type { ErasureDependencies } from '../erasures.dependencies.ts'
import { queueCarryingOut } from '../erasures.queue.ts'
import { findDestroyAfter, lockErasure, type Notices, writeNotices } from '../erasures.repository.ts'
import { blockFile, checkNotices, noticesOf } from '../erasures.service.ts'
import {
  findActOf,
  findActs,
  findActWire,
  findWaiting,
  insertAct,
  lockAct,
  writeActNotices,
} from './erasures.acts.repository.ts'

/** Acts of the practice, newest first. */
export const listActs = (
  { db }: ErasureDependencies,
  actor: PracticeActor,
  wish: PageWish,
): Promise<ListText<ErasureAct>> =>
  view(db, seeingBlocked(actor), async (tx) => {
    const found = await findActs(tx, actor.practiceId, wish)
    return audited({ action: 'erasure.act_list', detail: { count: found.total } }, listText(found, wish))
  })

const answerOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText<ErasureAct>> => {
  const wire = await findActWire(tx, actor.practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

const subjectOf = (id: number) => ({ type: 'act', id })

/** Blocks one file of an act, with a row of the trail of its own beside that of the act. */
const blockOne = async (
  tx: Tx,
  dependencies: ErasureDependencies,
  actor: PracticeActor,
  { patientId, actId, graceDays }: { patientId: number; actId: number; graceDays: number },
): Promise<void> => {
  const file = { patientId, actId, field: 'patientIds' }
  const { id, scope } = await blockFile(tx, dependencies, actor, file, { ground: 'term_over', graceDays })
  await auditWrite(tx, dependencies.db.auditKey, {
    actor: auditActor(actor),
    entry: {
      ...{ action: 'erasure.block', patientId, subject: { type: 'erasure', id } },
      detail: { scope, ground: 'term_over', act: actId },
    },
  })
}

/**
 * Blocks files on one act, each as it would be blocked by itself: all of them, or none where something stands in the way of
 * one. The same files again are answered with the act on which they stand. Who locks several takes them in the order of
 * their ids.
 */
export const blockOnAct = (
  dependencies: ErasureDependencies,
  actor: PracticeActor,
  { patientIds, graceDays }: ActInput,
): Promise<WireText<ErasureAct>> =>
  change(dependencies.db, seeingBlocked(actor), async (tx) => {
    const { practiceId, userId } = actor
    const ids = [...new Set(patientIds)].sort((one, other) => one - other)
    const already = await findActOf(tx, practiceId, ids)
    const actId = already ?? (await insertAct(tx, practiceId, userId))
    if (already === undefined)
      for (const patientId of ids) await blockOne(tx, dependencies, actor, { patientId, actId, graceDays })
    const detail = already === undefined ? { count: ids.length } : { already: true }
    return audited(
      { action: 'erasure.act_block', subject: subjectOf(actId), detail },
      await answerOf(tx, actor, actId),
    )
  })

/** Notes the steps for one file of an act; false where it waits no longer. */
const noteForFile = async (
  tx: Tx,
  actor: PracticeActor,
  erasureId: number,
  notices: Notices,
): Promise<boolean> => {
  const { practiceId, timezone } = actor
  const row = await lockErasure(tx, practiceId, erasureId)
  if (row?.state !== 'blocked') return false
  await writeNotices(tx, practiceId, authorized(row), { ...notices, months: claimMonths, timezone })
  const key = { practiceId, erasureId }
  await queueCarryingOut(tx, key, await findDestroyAfter(tx, practiceId, erasureId))
  await announce(tx, practiceId, { topic: 'patients', ids: [row.patientId] })
  return true
}

/** Notes the notices and the review of an act, for every file of it that still waits. */
export const noteActNotices = (
  { db }: ErasureDependencies,
  actor: PracticeActor,
  id: number,
  input: NoticesInput,
): Promise<WireText<ErasureAct>> =>
  change(db, seeingBlocked(actor), async (tx) => {
    const { practiceId } = actor
    const act = await lockAct(tx, practiceId, id)
    if (!act) throw new AppError('not_found')
    const notices = noticesOf(act, input)
    await checkNotices(tx, actor, notices)
    let noted = 0
    for (const erasureId of await findWaiting(tx, practiceId, id))
      if (await noteForFile(tx, actor, erasureId, notices)) noted += 1
    if (noted === 0) throw new AppError('erasure_not_now')
    await writeActNotices(tx, practiceId, authorized(act), notices)
    const detail = { fields: Object.keys(input), count: noted }
    return audited(
      { action: 'erasure.act_notices', subject: subjectOf(id), detail },
      await answerOf(tx, actor, id),
    )
  })
