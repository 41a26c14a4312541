import type { Erasure } from '@ulna/contract/erasures/erasures'
import { receiptsOver } from '@ulna/contract/erasures/erasures.rules'
import { AppError } from '../../platform/app-error.ts'
import { authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { answerText, parseJson, type WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change } from '../../platform/use-case.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import {
  areReceiptsNamed,
  closeAgain,
  eraseFile,
  findAliases,
  reopen,
  writeOutcome,
} from './erasures.destroy.repository.ts'
import { type FileStand, itemsOf } from './erasures.preview.ts'
import { queueCertificate } from './erasures.queue.ts'
import { findErasureWire, lockErasure } from './erasures.repository.ts'
import { findStand } from './erasures.stand.ts'

/** What was destroyed and what is kept, once receipts that were kept until now went too. */
const outcomeAfter = ({ counts, kept }: Erasure, stand: FileStand): Pick<Erasure, 'counts' | 'kept'> => {
  const isKept = itemsOf(stand).some(({ kind, fate }) => kind === 'receipts' && fate === 'kept')
  const was = kept.find(({ kind }) => kind === 'receipts')
  if (isKept || was === undefined) return { counts, kept }
  return {
    counts: [...counts, { kind: 'receipts', count: was.count }],
    kept: kept.filter(({ kind }) => kind !== 'receipts'),
  }
}

const wireOf = async (tx: Tx, practiceId: number, id: number) => {
  const wire = await findErasureWire(tx, practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return wire
}

/** Destroys what a law kept of an erased file and keeps no longer; what is kept still stays as it is. */
export const eraseRest = (
  { db }: ErasureDependencies,
  actor: PracticeActor,
  id: number,
): Promise<WireText<Erasure>> =>
  change(db, { ...actor, seesBlocked: true }, async (tx) => {
    const { practiceId } = actor
    const row = await lockErasure(tx, practiceId, id)
    if (!row) throw new AppError('not_found')
    if (row.state !== 'done' || row.scope !== 'whole') throw new AppError('erasure_not_now')
    const [done, before] = [authorized(row), parseJson(await wireOf(tx, practiceId, id))]
    const stand = await findStand(tx, actor, row.patientId)
    if (!stand) throw new AppError('not_found')
    await reopen(tx, practiceId, done)
    const receiptsBefore = receiptsOver(stand.today, stand.rule)
    const hasGone = await areReceiptsNamed(tx, practiceId, row.patientId, receiptsBefore)
    for (const alias of await findAliases(tx, practiceId, row.patientId))
      await eraseFile(tx, practiceId, id, receiptsBefore, alias.id)
    if (!(await eraseFile(tx, practiceId, id, receiptsBefore, null))) throw new AppError('erasure_not_now')
    await closeAgain(tx, practiceId, done, { destroyedAt: before.destroyedAt, hasGone })
    await writeOutcome(tx, practiceId, done, outcomeAfter(before, stand))
    // The certificate of before says that it is kept: another tells that it is not.
    if (hasGone) await queueCertificate(tx, { practiceId, erasureId: id })
    const subject = { type: 'erasure', id }
    return audited(
      { action: 'erasure.destroy', patientId: row.patientId, subject, detail: { rest: true } },
      answerText(await wireOf(tx, practiceId, id)),
    )
  })
