import type { KeptItem } from '@ulna/contract/erasures/erasures'
import { receiptsOver } from '@ulna/contract/erasures/erasures.rules'
import { erasableRows } from '../../platform/audit/audit.erased.ts'
import { auditWrite } from '../../platform/audit/audit.strands.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { announce } from '../../platform/news/news.ts'
import { erasableRowsInFront } from '../../platform/origins/origins.erase.ts'
import { keepAfterErasure } from '../patients/patients.archive.service.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { anchorAgain, keepLinksOfSeals, soundAnchorOf } from '../signatures/signatures.erase.service.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import {
  aliasesOf,
  eraseDetails,
  eraseFile,
  eraseOptional,
  findAliases,
  findBytes,
  forgetBytes,
  writeAliases,
  writeBlockedAgain,
  writeDestroying,
  writeDone,
  writeOutcome,
} from './erasures.destroy.repository.ts'
import { noteErasure } from './erasures.list.ts'
import { type FileStand, itemsOf, scopeOf } from './erasures.preview.ts'
import {
  type ErasureKey,
  queueAct,
  queueCarryingOut,
  queueCertificate,
  queueForTomorrow,
} from './erasures.queue.ts'
import { type ErasureRow, findDestroyAfter, lockErasure } from './erasures.repository.ts'
import { findPlace, findStand } from './erasures.stand.ts'

/** One step of an erasure that is at a state, in a transaction of its own; undefined where it is elsewhere by now. */
const step = <T>(
  { db }: ErasureDependencies,
  { practiceId, erasureId }: ErasureKey,
  state: ErasureRow['state'],
  work: (tx: Tx, row: Authorized<ErasureRow>) => Promise<T>,
): Promise<T | undefined> =>
  transaction(db.queries, { practiceId, userId: 0, seesBlocked: true }, 'read write', async (tx) => {
    const row = await lockErasure(tx, practiceId, erasureId)
    return row?.state === state ? work(tx, authorized(row)) : undefined
  })

/** Who is behind it in the trail: whoever decided it, from no session any more. */
const noteInTrail = (
  tx: Tx,
  { db }: ErasureDependencies,
  { practiceId, erasureId }: ErasureKey,
  { decidedBy, patientId }: ErasureRow,
  entry: Pick<AuditEntry, 'action' | 'detail'>,
): Promise<void> => {
  const requestId = `erasure ${erasureId}`
  const actor = { practiceId, userId: decidedBy, sessionId: null, requestId, ip: null }
  return auditWrite(tx, db.auditKey, {
    actor,
    entry: { ...entry, patientId, subject: { type: 'erasure', id: erasureId } },
  })
}

/** Its day came, or it is looked at again then; tomorrow where a hold stands, so that nobody is told meanwhile that it begins. */
const begin = (dependencies: ErasureDependencies, key: ErasureKey): Promise<unknown> =>
  step(dependencies, key, 'blocked', async (tx, row) => {
    if (row.isReady) return row.isHeld ? queueForTomorrow(tx, key) : writeDestroying(tx, key.practiceId, row)
    const day = await findDestroyAfter(tx, key.practiceId, key.erasureId)
    // It was moved, or the clock of whoever queued this went ahead. What waits for notices is queued with them.
    if (day.getTime() > (await databaseNow(tx))) await queueCarryingOut(tx, key, day)
  })

/** What there was and is not any more, and what stays and why. */
const outcomeOf = (stand: FileStand) => {
  const items = itemsOf(stand)
  const kept = items.flatMap(({ fate, reason, ...item }): KeptItem[] =>
    fate === 'kept' && reason !== null ? [{ ...item, reason }] : [],
  )
  const counts = items.filter(({ fate }) => fate !== 'kept').map(({ kind, count }) => ({ kind, count }))
  return { counts, kept }
}

/** What stands under one number, with the links that chains need; false when something holds the file. */
const destroyUnder = async (
  tx: Tx,
  { sealKeys, auditKeys }: ErasureDependencies,
  { practiceId, erasureId }: ErasureKey,
  { patientId, alias, receiptsBefore }: { patientId: number; alias: number | null; receiptsBefore: string },
): Promise<boolean> => {
  await keepLinksOfSeals(tx, sealKeys, practiceId, patientId)
  const rows = [
    ...(await erasableRows(tx, auditKeys, practiceId, patientId)),
    ...(await erasableRowsInFront(tx, auditKeys, practiceId, patientId)),
  ]
  // The trail before the file: with the file goes what says who was whose alias.
  await eraseDetails(tx, practiceId, erasureId, rows, alias)
  return eraseFile(tx, practiceId, erasureId, receiptsBefore, alias)
}

/**
 * The file under every number it had: all of it in one transaction, or nothing; false when something holds it. What was
 * signed for an alias stands in this file, and goes before it.
 */
const destroyFile = async (
  tx: Tx,
  dependencies: ErasureDependencies,
  key: ErasureKey,
  row: Authorized<ErasureRow>,
  receiptsBefore: string,
): Promise<boolean> => {
  const { sealKeys } = dependencies
  const { practiceId, erasureId } = key
  const through = await soundAnchorOf(tx, sealKeys, practiceId)
  const aliases = await findAliases(tx, practiceId, row.patientId)
  await writeAliases(tx, practiceId, row, aliases)
  for (const { id } of aliases)
    if (!(await destroyUnder(tx, dependencies, key, { patientId: id, alias: id, receiptsBefore })))
      return false
  const { patientId } = row
  if (!(await destroyUnder(tx, dependencies, key, { patientId, alias: null, receiptsBefore }))) return false
  if (through !== null) await anchorAgain(tx, sealKeys, { practiceId, erasureId, through })
  return true
}

/** What no law keeps; what stays is a version of the patient without it. */
const destroyOptional = async (
  tx: Tx,
  { practiceId, erasureId }: ErasureKey,
  { patientId, decidedBy }: ErasureRow,
): Promise<boolean> => {
  for (const { id } of await findAliases(tx, practiceId, patientId))
    if (!(await eraseOptional(tx, practiceId, erasureId, id))) return false
  if (!(await eraseOptional(tx, practiceId, erasureId, null))) return false
  await keepAfterErasure(tx, practiceId, patientId, decidedBy)
  return true
}

class Held extends Error {}

const destroyRows = (dependencies: ErasureDependencies, key: ErasureKey): Promise<unknown> =>
  step(dependencies, key, 'destroying', async (tx, row) => {
    const { practiceId } = key
    if (row.isCounted) return
    const place = await findPlace(tx, practiceId)
    const stand = place && (await findStand(tx, place, row.patientId))
    if (!stand) return
    // The practice chose a longer term meanwhile. What was erased once stays erased.
    const isTooSoon = row.scope === 'whole' && row.ground !== 'restored' && scopeOf(stand) === 'partial'
    if (isTooSoon) throw new Held()
    const receiptsBefore = receiptsOver(stand.today, stand.rule)
    const erased =
      row.scope === 'whole'
        ? await destroyFile(tx, dependencies, key, row, receiptsBefore)
        : await destroyOptional(tx, key, row)
    // Thrown, so that not even a link stays of what was begun.
    if (!erased) throw new Held()
    const outcome = outcomeOf(stand)
    await writeOutcome(tx, practiceId, row, outcome)
    await tellPatientFile(tx, key, row.patientId)
    await announce(tx, practiceId, { topic: 'patients', ids: [row.patientId] })
    const counts = Object.fromEntries(outcome.counts.map(({ kind, count }) => [kind, count]))
    await noteInTrail(tx, dependencies, key, row, {
      action: 'erasure.destroy',
      detail: { scope: row.scope, counts },
    })
  })

/** A hold came up meanwhile, or a longer term: the file stays blocked, and is looked at again tomorrow. */
const waitForHold = (dependencies: ErasureDependencies, key: ErasureKey): Promise<unknown> =>
  step(dependencies, key, 'destroying', async (tx, row) => {
    await writeBlockedAgain(tx, key.practiceId, row)
    await queueForTomorrow(tx, key)
    // Whoever looked in between was told that it begins.
    await announce(tx, key.practiceId, { topic: 'patients', ids: [row.patientId] })
  })

const destroyBytes = async (dependencies: ErasureDependencies, key: ErasureKey): Promise<void> => {
  const keys = await step(dependencies, key, 'destroying', (tx) =>
    findBytes(tx, key.practiceId, key.erasureId),
  )
  for (const one of keys ?? []) {
    if (one.upload !== null) await dependencies.files.parts.abort({ key: one.key, upload: one.upload })
    await dependencies.files.remove(one.key)
    await step(dependencies, key, 'destroying', (tx) =>
      forgetBytes(tx, key.practiceId, key.erasureId, one.key),
    )
  }
}

/** Noted outside the database first: whatever backup comes back knows of it. Its certificate is asked for with the end. */
const end = (dependencies: ErasureDependencies, key: ErasureKey): Promise<unknown> =>
  step(dependencies, key, 'destroying', async (tx, row) => {
    const { practiceId, erasureId } = key
    const { patientId, patientUid, scope, decidedBy, actId } = row
    if (dependencies.list)
      await noteErasure(dependencies.list, {
        ...{ erasureId, practiceId, patientId, patientUid, scope, decidedBy },
        aliases: await aliasesOf(tx, practiceId, erasureId),
      })
    await writeDone(tx, practiceId, row)
    await queueCertificate(tx, key)
    await queueAct(tx, practiceId, actId)
    await announce(tx, practiceId, { topic: 'patients', ids: [patientId] })
    await noteInTrail(tx, dependencies, key, row, { action: 'erasure.done' })
  })

/**
 * Carries an erasure out whose day came: rows in one transaction, then the bytes, each of which is named until it is gone,
 * then the end. Whoever is killed between is followed by another, who goes on at the same step.
 */
export const carryOut = async (dependencies: ErasureDependencies, key: ErasureKey): Promise<void> => {
  await begin(dependencies, key)
  try {
    await destroyRows(dependencies, key)
  } catch (error) {
    if (!(error instanceof Held)) throw error
    await waitForHold(dependencies, key)
    return
  }
  await destroyBytes(dependencies, key)
  await end(dependencies, key)
}
