import { AppError } from '../../../platform/app-error.ts'
import { reading, type Tx, transaction } from '../../../platform/database/database.ts'
import { parseJson } from '../../../platform/database/wire.ts'
import type { FileAnswer } from '../../../platform/http/route.ts'
import { announce } from '../../../platform/news/news.ts'
import { type PracticeActor, seeingBlocked } from '../../../platform/sessions/actor.ts'
import type { Database } from '../../../platform/use-case.ts'
import type { ErasureKey } from '../erasures.queue.ts'
import { findErasureWire, findLastDestroyed, lockErasure } from '../erasures.repository.ts'
import { type Certified, certificateOf } from './erasures.certificate.ts'
import { isPapered } from './erasures.papers.repository.ts'
import {
  type ErasurePaperDependencies,
  findPaperPlace,
  keepErasurePaper,
  type PaperPlace,
  readErasurePaper,
  renderErasurePaper,
} from './erasures.papers.service.ts'

/** An erasure that is done and has no certificate of what was destroyed last; undefined for every other. */
const findUncertified = async (
  tx: Tx,
  { practiceId, erasureId }: ErasureKey,
): Promise<{ readonly one: Certified; readonly place: PaperPlace } | undefined> => {
  const wire = await findErasureWire(tx, practiceId, erasureId)
  const place = await findPaperPlace(tx, practiceId)
  const lastDestroyedAt = await findLastDestroyed(tx, practiceId, erasureId)
  if (wire === undefined || place === undefined || lastDestroyedAt === null) return undefined
  const erasure = parseJson(wire)
  if (erasure.state !== 'done' || (await isPapered(tx, practiceId, { erasureId }, lastDestroyedAt)))
    return undefined
  return { one: { ...erasure, lastDestroyedAt }, place }
}

/**
 * Makes the certificate of an erasure that is done, in the language of the practice, and keeps it for good. One that has
 * its certificate gets none; what a law had kept and is destroyed later is told by another, and the first one stays.
 */
export const certify = async (dependencies: ErasurePaperDependencies, key: ErasureKey): Promise<void> => {
  const { db } = dependencies
  const { practiceId, erasureId } = key
  const scope = { practiceId, userId: 0, seesBlocked: true } as const
  const found = await reading(db.queries, scope, (tx) => findUncertified(tx, key))
  if (!found) return
  const { one, place } = found
  const { locale: language, timezone, at } = place
  const backupKeepDays = await dependencies.backupKeepDays()
  const rendered = await renderErasurePaper(dependencies, place, {
    ...{ issuedBy: one.decidedBy, language },
    write: (t) => certificateOf({ t, language, timezone, backupKeepDays }, one),
  })
  await transaction(db.queries, scope, 'read write', async (tx) => {
    const row = await lockErasure(tx, practiceId, erasureId)
    // Another made it meanwhile, or the practice is gone.
    if (!row || (await isPapered(tx, practiceId, { erasureId }, one.lastDestroyedAt))) return
    const { decidedBy } = row
    const keeping = { about: { erasureId }, at, decidedBy, requestId: `erasure ${erasureId}` }
    await keepErasurePaper(tx, dependencies, practiceId, rendered, keeping)
    await announce(tx, practiceId, { topic: 'patients', ids: [row.patientId] })
  })
}

/** An erasure that is done; erasure_not_now for every other. */
const requireDone = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  const wire = await findErasureWire(tx, practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  if (parseJson(wire).state !== 'done') throw new AppError('erasure_not_now')
}

/** The newest certificate of an erasure, as it was made. */
export const readErasureCertificate = (db: Database, actor: PracticeActor, id: number): Promise<FileAnswer> =>
  readErasurePaper(db, seeingBlocked(actor), { erasureId: id }, async (tx) => {
    await requireDone(tx, actor.practiceId, id)
    return { name: `ulna-erasure-${id}` }
  })
