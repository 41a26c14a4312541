import { reading, transaction } from '../../platform/database/database.ts'
import type { JobHandlers, JobPayload } from '../../platform/jobs/jobs.ts'
import type { ImportDependencies } from './imports.dependencies.ts'
import { examineRows } from './imports.examine.service.ts'
import { noteFailure } from './imports.give-up.service.ts'
import {
  forgetJob,
  queueWatch,
  queueWork,
  removeFileJob,
  tidyFileJob,
  watchJob,
  workJob,
} from './imports.queue.ts'
import type { ImportKey, StoredImport } from './imports.repository.ts'
import { findImport, isLeftAlone, isNamed } from './imports.repository.ts'
import { createPatients, forgetImport, takeBackPatients } from './imports.run.service.ts'
import { bringItems, takeBackItems } from './items/imports.items.run.service.ts'

const keyOf = ({ practiceId, importId }: JobPayload): ImportKey => ({
  practiceId: Number(practiceId),
  importId: Number(importId),
})

const scopeOf = ({ practiceId }: ImportKey) => ({ practiceId, userId: 0 })

/** What there is to do with an import that writes. */
const workOf = ({ state, kind }: StoredImport) => {
  if (state === 'running') return kind === 'patients' ? createPatients : bringItems
  if (state === 'undoing') return kind === 'patients' ? takeBackPatients : takeBackItems
  return null
}

const carryOn = async (
  dependencies: ImportDependencies,
  key: ImportKey,
  stored: StoredImport,
): Promise<void> => {
  if (stored.state === 'examining') return examineRows(dependencies, key)
  const carryOut = workOf(stored)
  if (carryOut && (await carryOut(dependencies, key)))
    await transaction(dependencies.db.queries, scopeOf(key), 'read write', (tx) => queueWork(tx, key))
}

/** One turn of whatever an import is at; the rest is queued. */
const work = async (dependencies: ImportDependencies, key: ImportKey): Promise<void> => {
  const { queries } = dependencies.db
  const stored = await reading(queries, scopeOf(key), (tx) => findImport(tx, key.practiceId, key.importId))
  if (!stored) return
  await carryOn(dependencies, key, stored).catch(async (error: unknown) => {
    if (await noteFailure(dependencies, key, stored.state, error)) throw error
  })
}

/** Who was killed in the middle of an import is followed by another within two minutes. */
const watch = ({ db }: ImportDependencies, key: ImportKey): Promise<void> =>
  transaction(db.queries, scopeOf(key), 'read write', async (tx) => {
    const found = await isLeftAlone(tx, key.practiceId, key.importId)
    if (found === 'over') return
    if (found === 'alone') await queueWork(tx, key)
    await queueWatch(tx, key)
  })

const tidyFile = async ({ db, files }: ImportDependencies, payload: JobPayload): Promise<void> => {
  const practiceId = Number(payload.practiceId)
  const storageKey = String(payload.storageKey)
  const isKept = await reading(db.queries, { practiceId, userId: 0 }, (tx) =>
    isNamed(tx, practiceId, storageKey),
  )
  if (!isKept) await files.remove(storageKey)
}

export const importJobs = (dependencies: ImportDependencies): JobHandlers => ({
  [workJob]: (payload) => work(dependencies, keyOf(payload)),
  [watchJob]: (payload) => watch(dependencies, keyOf(payload)),
  [forgetJob]: (payload) => forgetImport(dependencies, keyOf(payload)),
  [tidyFileJob]: (payload) => tidyFile(dependencies, payload),
  [removeFileJob]: ({ storageKey }) => dependencies.files.remove(String(storageKey)),
})
