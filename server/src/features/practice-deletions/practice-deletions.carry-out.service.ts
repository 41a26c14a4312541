import { auditWrite } from '../../platform/audit/audit.strands.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { findExportIds } from '../practice-moves/practice-moves.proof.service.ts'
import { removeWork } from '../practice-moves/practice-moves.work.service.ts'
import { makeCertificate } from './practice-deletions.certificate.service.ts'
import type { DeletionDependencies } from './practice-deletions.dependencies.ts'
import {
  deletePractice,
  deleteSigningKey,
  deleteSlice,
  deleteWaiting,
  findUploads,
  writeBegun,
  writeDone,
  writePaper,
} from './practice-deletions.destroy.repository.ts'
import { noteDeletion } from './practice-deletions.list.ts'
import {
  endMemberships,
  findFormerOwners,
  findPeople,
  keepOwners,
} from './practice-deletions.people.repository.ts'
import { queueCarryingOut, queueForTomorrow, queueNews } from './practice-deletions.queue.ts'
import { type DeletionRow, lockDeletion, writeTold } from './practice-deletions.repository.ts'
import { findPlace, findStand, missingIn, type Stand } from './practice-deletions.stand.service.ts'

/** Days after which the owners are told again that something is missing. */
const toldEveryMs = 7 * 86_400_000

/** One step of a deletion that is at a state, in a transaction of its own; undefined where it is elsewhere by now. */
const step = async <T>(
  { db }: DeletionDependencies,
  { id, practiceId }: Pick<DeletionRow, 'id' | 'practiceId'>,
  state: DeletionRow['state'],
  work: (tx: Tx, row: Authorized<DeletionRow>) => Promise<T>,
): Promise<T | undefined> =>
  transaction(db.queries, { practiceId, userId: 0, seesBlocked: true }, 'read write', async (tx) => {
    const row = await lockDeletion(tx, id)
    return row?.state === state ? work(tx, authorized(row)) : undefined
  })

/** The last thing of a transaction, in the trail of the installation: that of the practice goes with it. */
const noteInTrail = (
  tx: Tx,
  { db }: DeletionDependencies,
  { id, practiceId, askedBy }: DeletionRow,
  entry: Pick<AuditEntry, 'action' | 'detail'>,
): Promise<void> => {
  const actor = {
    practiceId,
    userId: askedBy,
    sessionId: null,
    requestId: `practice deletion ${id}`,
    ip: null,
  }
  const detail = { ...entry.detail, practiceId }
  return auditWrite(tx, db.auditKey, {
    actor,
    entry: { action: entry.action, practiceId: 0, detail, subject: { type: 'practice_deletion', id } },
  })
}

/** Tells the owners what is missing, once a week, and looks again tomorrow. */
const wait = async (
  tx: Tx,
  dependencies: DeletionDependencies,
  row: Authorized<DeletionRow>,
  missing: readonly string[],
): Promise<void> => {
  await queueForTomorrow(tx, row.id)
  const now = await databaseNow(tx)
  if (row.toldAt !== null && row.toldAt.getTime() > now - toldEveryMs) return
  await writeTold(tx, row)
  await queueNews(tx, row.id, 'waits', await findPeople(tx, row.practiceId, { owners: true }))
  await noteInTrail(tx, dependencies, row, { action: 'practice.deletion_waits', detail: { missing } })
}

/** What there was is written down; from now on nobody works in the practice. */
const beginDestroying = async (
  tx: Tx,
  dependencies: DeletionDependencies,
  row: Authorized<DeletionRow>,
  { counts, terms, archive, rule }: Stand,
): Promise<void> => {
  await keepOwners(tx, row.id, row.practiceId)
  await endMemberships(tx, row.practiceId, row.askedBy)
  await writeBegun(tx, row, {
    counts,
    terms: terms.map((term) => ({ ...term, rule })),
    // An archive that shows an older state keeps nothing of the newer one.
    archive: archive?.current ? archive : null,
  })
  await noteInTrail(tx, dependencies, row, { action: 'practice.deletion_begun' })
}

/** Its day came and nothing is missing, or it is looked at again later. */
const begin = (dependencies: DeletionDependencies, row: DeletionRow): Promise<unknown> =>
  step(dependencies, row, 'closing', async (tx, current) => {
    if (!current.isReady) return queueCarryingOut(tx, current.id, current.destroyAfter)
    const stand = await findStand(tx, await findPlace(tx, current.practiceId))
    const missing = missingIn(stand, current.keeper)
    if (missing.length > 0) return wait(tx, dependencies, current, missing)
    await beginDestroying(tx, dependencies, current, stand)
  })

/** A practice that came back with a backup was decided about before: nothing is asked again. */
const beginAgain = (dependencies: DeletionDependencies, row: DeletionRow): Promise<unknown> =>
  step(dependencies, row, 'destroying', async (tx, current) => {
    if (current.hasBegun) return
    await beginDestroying(
      tx,
      dependencies,
      current,
      await findStand(tx, await findPlace(tx, current.practiceId)),
    )
  })

/** What only rows name: uploads under way, and archives that were being put together. */
const destroyUnfinished = async (dependencies: DeletionDependencies, row: DeletionRow): Promise<void> => {
  const found = await step(dependencies, row, 'destroying', async (tx) => ({
    uploads: await findUploads(tx, row.practiceId),
    exports: await findExportIds(tx, row.practiceId),
  }))
  for (const upload of found?.uploads ?? []) await dependencies.files.parts.abort(upload)
  await removeWork(dependencies.workDirectory, row.practiceId, found?.exports ?? [])
}

const destroyRows = async (dependencies: DeletionDependencies, row: DeletionRow): Promise<void> => {
  while (await step(dependencies, row, 'destroying', (tx) => deleteSlice(tx, row.id))) {
    // The next slice.
  }
}

/** Everything that lies outside the tables of the practice: work, answers, mails, and whatever the store has. */
const destroyOutside = async (dependencies: DeletionDependencies, row: DeletionRow): Promise<void> => {
  const { files, mailer } = dependencies
  await step(dependencies, row, 'destroying', (tx) => deleteWaiting(tx, row))
  await mailer.forget?.(row.practiceId)
  for (const folder of [row.practiceUid, `practice-${row.practiceId}`]) await files.removeFolder(folder)
}

const certify = async (dependencies: DeletionDependencies, row: DeletionRow): Promise<void> => {
  if (row.hasPaper) return
  const paper = await makeCertificate(dependencies, row)
  await step(dependencies, row, 'destroying', (tx, current) => writePaper(tx, current, paper))
}

/** Noted outside the database first: whatever backup comes back knows of it. */
const end = (dependencies: DeletionDependencies, row: DeletionRow): Promise<unknown> =>
  step(dependencies, row, 'destroying', async (tx, current) => {
    const { id: practiceDeletionId, practiceId, practiceUid, askedBy: decidedBy } = current
    if (dependencies.list)
      await noteDeletion(dependencies.list, { practiceDeletionId, practiceId, practiceUid, decidedBy })
    await deletePractice(tx, current.id)
    await writeDone(tx, current)
    await queueNews(tx, current.id, 'done', await findFormerOwners(tx, current.id))
    await noteInTrail(tx, dependencies, current, { action: 'practice.deleted' })
  })

/** A deletion as it stands, whatever its practice. */
const read = ({ db }: DeletionDependencies, id: number): Promise<DeletionRow | undefined> =>
  transaction(db.queries, { practiceId: 0, userId: 0 }, 'read write', (tx) => lockDeletion(tx, id))

/**
 * Carries a deletion out whose day came: rows in slices, then what lies elsewhere, then the certificate, which is signed
 * with the key of the practice, then that key and the practice. Whoever is killed between is followed by another, who goes
 * on at the same step.
 */
export const carryOut = async (dependencies: DeletionDependencies, id: number): Promise<void> => {
  const asked = await read(dependencies, id)
  if (asked?.state === 'closing') await begin(dependencies, asked)
  const row = await read(dependencies, id)
  if (row?.state !== 'destroying') return
  await beginAgain(dependencies, row)
  await destroyUnfinished(dependencies, row)
  await destroyRows(dependencies, row)
  await destroyOutside(dependencies, row)
  await certify(dependencies, row)
  await step(dependencies, row, 'destroying', (tx) => deleteSigningKey(tx, row.id))
  await end(dependencies, row)
}
