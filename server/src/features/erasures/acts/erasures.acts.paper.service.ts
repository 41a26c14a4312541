import type { ErasureAct } from '@ulna/contract/erasures/erasures.acts'
import { AppError } from '../../../platform/app-error.ts'
import { reading, type Tx, transaction } from '../../../platform/database/database.ts'
import { parseJson } from '../../../platform/database/wire.ts'
import type { FileAnswer } from '../../../platform/http/route.ts'
import { announce } from '../../../platform/news/news.ts'
import { type PracticeActor, seeingBlocked } from '../../../platform/sessions/actor.ts'
import type { Database } from '../../../platform/use-case.ts'
import {
  type ErasurePaperDependencies,
  findPaperPlace,
  keepErasurePaper,
  type PaperPlace,
  readErasurePaper,
  renderErasurePaper,
} from '../certificates/erasures.papers.service.ts'
import type { ActKey } from '../erasures.queue.ts'
import {
  findActWire,
  findInventory,
  findPatientsOf,
  type InventoryRow,
  lockAct,
} from './erasures.acts.repository.ts'
import { actTextOf } from './erasures.acts.text.ts'

/** It is for the authorities of Colombia, whatever language the practice speaks. */
const language = 'es'

/** Nothing waits any more, something was destroyed, and nobody drew it up yet. */
const isToBeDrawnUp = ({ files, issuedAt }: ErasureAct): boolean =>
  files.waiting === 0 && files.destroyed > 0 && issuedAt === null

interface Found {
  readonly act: ErasureAct
  readonly files: readonly InventoryRow[]
  readonly place: PaperPlace
}

const findUndrawn = async (tx: Tx, { practiceId, actId }: ActKey): Promise<Found | undefined> => {
  const wire = await findActWire(tx, practiceId, actId)
  const place = await findPaperPlace(tx, practiceId)
  if (wire === undefined || place === undefined) return undefined
  const act = parseJson(wire)
  return isToBeDrawnUp(act) ? { act, files: await findInventory(tx, practiceId, actId), place } : undefined
}

/** Draws an act up and keeps it for good, once none of its files waits any more; does nothing before, and nothing twice. */
export const drawUpAct = async (dependencies: ErasurePaperDependencies, key: ActKey): Promise<void> => {
  const { db } = dependencies
  const { practiceId, actId } = key
  const scope = { practiceId, userId: 0, seesBlocked: true } as const
  const found = await reading(db.queries, scope, (tx) => findUndrawn(tx, key))
  if (!found) return
  const { act, files, place } = found
  const rendered = await renderErasurePaper(dependencies, place, {
    ...{ issuedBy: act.decidedBy, language },
    write: (t) => actTextOf({ t, language, timezone: place.timezone }, act, files),
  })
  await transaction(db.queries, scope, 'read write', async (tx) => {
    const row = await lockAct(tx, practiceId, actId)
    const wire = await findActWire(tx, practiceId, actId)
    if (!row || wire === undefined || !isToBeDrawnUp(parseJson(wire))) return
    const keeping = {
      ...{ about: { actId }, at: place.at, decidedBy: row.decidedBy },
      requestId: `act ${actId}`,
    }
    await keepErasurePaper(tx, dependencies, practiceId, rendered, keeping)
    await announce(tx, practiceId, { topic: 'patients', ids: await findPatientsOf(tx, practiceId, actId) })
  })
}

/** An act as it was drawn up; erasure_not_now while something of it waits. */
export const readActPaper = (db: Database, actor: PracticeActor, id: number): Promise<FileAnswer> =>
  readErasurePaper(db, seeingBlocked(actor), { actId: id }, async (tx) => {
    const wire = await findActWire(tx, actor.practiceId, id)
    if (wire === undefined) throw new AppError('not_found')
    return { name: `ulna-act-${parseJson(wire).number}` }
  })
