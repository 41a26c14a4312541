import type { Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/use-case.ts'
import { registerPatients, removeUntouchedPatients, takenFileIds } from '../patients/patients.bulk.service.ts'
import type { ImportDependencies } from './imports.dependencies.ts'
import { refuseErased } from './imports.erased.service.ts'
import { countWritten, decideFates, noteTakenFileIds } from './imports.fates.repository.ts'
import { queueForgetting, queueRemoval } from './imports.queue.ts'
import {
  beforeWriting,
  deleteImport,
  type ImportKey,
  isTouchedLately,
  updateImport,
} from './imports.repository.ts'
import {
  countFates,
  deleteRows,
  findMade,
  findOpenRows,
  forgetExisting,
  noteExisting,
  noteMade,
  noteTakenBack,
  type OpenRow,
} from './imports.rows.repository.ts'
import { step, takeTurn } from './imports.work.ts'
import { noWords } from './matching/imports.words.ts'

/** Patients that are created, or taken back, in one transaction. */
const chunk = 200

const detailOf = (importId: number, externalId: string) => ({ import: importId, externalId })

const fileIdOf = ({ input }: OpenRow): string[] => (input.fileId ? [input.fileId] : [])

/** What the practice has by now, and who was erased or blocked since the trial. */
const decideAgain = async (
  tx: Tx,
  { erasedKeys }: ImportDependencies,
  key: ImportKey,
  source: string,
): Promise<void> => {
  await decideFates(tx, key, source)
  await refuseErased(tx, erasedKeys, key)
}

/** Creates the next patients; false when none is left. What the practice has by now is looked at anew before the first. */
const createNext = (dependencies: ImportDependencies, key: ImportKey) =>
  step(dependencies.db, key, 'running', async (tx, stored) => {
    const { practiceId, importId } = key
    if (stored.done === 0) await decideAgain(tx, dependencies, key, stored.source)
    await countWritten(tx, stored.done, chunk)
    const open = await findOpenRows(tx, key, chunk)
    if (open.length === 0) {
      await noteExisting(tx, key, stored.source)
      const counts = await countFates(tx, key)
      await updateImport(tx, practiceId, stored, { state: 'done', counts, ended: true })
      await queueForgetting(tx, key)
      const detail = { created: stored.created, sha256: stored.sha256, source: stored.source }
      return {
        more: false,
        trail: [{ action: 'import.done', subject: { type: 'import', id: importId }, detail }],
      }
    }
    const taken = await takenFileIds(tx, practiceId, open.flatMap(fileIdOf))
    const free = open.filter((row) => !taken.has(row.input.fileId ?? ''))
    const late = open.filter((row) => !free.includes(row))
    await noteTakenFileIds(
      tx,
      key,
      late.map(({ row }) => row),
    )
    const ids = await registerPatients(
      tx,
      { practiceId, userId: stored.startedBy },
      free.map(({ input }) => input),
    )
    const made = free.map(({ row, externalId }, index) => ({ row, externalId, patientId: ids[index] ?? 0 }))
    await Promise.all([
      noteMade(tx, key, stored.source, made),
      updateImport(tx, practiceId, stored, {
        done: stored.done + open.length,
        created: stored.created + made.length,
      }),
    ])
    return {
      more: true,
      trail: made.map(({ patientId, externalId }) => ({
        action: 'patient.import' as const,
        patientId,
        detail: detailOf(importId, externalId),
      })),
    }
  })

/** Creates the patients of an import, a turn of them; answers whether there is more to do. */
export const createPatients = (dependencies: ImportDependencies, key: ImportKey): Promise<boolean> =>
  takeTurn(() => createNext(dependencies, key))

const takeBackNext = ({ db }: ImportDependencies, key: ImportKey) =>
  step(db, key, 'undoing', async (tx, stored) => {
    const { practiceId, importId } = key
    const made = await findMade(tx, key, chunk)
    if (made.length === 0) {
      await forgetExisting(tx, key)
      await updateImport(tx, practiceId, stored, { state: 'undone' })
      const detail = { removed: stored.created - stored.spared, spared: stored.spared }
      return {
        more: false,
        trail: [{ action: 'import.undone', subject: { type: 'import', id: importId }, detail }],
      }
    }
    const gone = await removeUntouchedPatients(tx, practiceId, made)
    const spared = made.filter((id) => !gone.includes(id))
    await noteTakenBack(tx, key, { gone, spared })
    await updateImport(tx, practiceId, stored, {
      done: stored.done + made.length,
      spared: stored.spared + spared.length,
    })
    return {
      more: true,
      trail: gone.map((patientId) => ({
        action: 'patient.import_undone' as const,
        patientId,
        detail: { import: importId },
      })),
    }
  })

/** Takes the patients of an import back, a turn of them; those that were worked on since stay. */
export const takeBackPatients = (dependencies: ImportDependencies, key: ImportKey): Promise<boolean> =>
  takeTurn(() => takeBackNext(dependencies, key))

/** Forgets an import that nobody went on with: it is deleted with its file; one that was looked at since waits longer. */
const forgetAbandoned = async (db: Database, key: ImportKey): Promise<void> => {
  for (const state of beforeWriting)
    await step(db, key, state, async (tx, stored) => {
      if (await isTouchedLately(tx, key)) await queueForgetting(tx, key)
      else {
        await deleteImport(tx, key.practiceId, stored)
        if (stored.storageKey !== null) await queueRemoval(tx, stored.storageKey)
      }
      return { more: false }
    })
}

/** Forgets what a file said once an import can no longer be taken back: its bytes and its rows. */
export const forgetImport = async ({ db }: ImportDependencies, key: ImportKey): Promise<void> => {
  await forgetAbandoned(db, key)
  for (const state of ['done', 'undone'] as const)
    await step(db, key, state, async (tx, stored) => {
      // A day that was counted from the upload: the one that counts from its end comes later.
      if (!stored.isUndoLate) return { more: false }
      await deleteRows(tx, key)
      if (stored.storageKey !== null) await queueRemoval(tx, stored.storageKey)
      await updateImport(tx, key.practiceId, stored, {
        storageKey: null,
        matching: {
          ...stored.matching,
          preview: [],
          found: noWords,
          columns: stored.matching.columns.map((column) => ({ ...column, samples: [] })),
        },
      })
      return { more: false }
    })
}
