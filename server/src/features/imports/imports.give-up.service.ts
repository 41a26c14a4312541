import type { ImportState } from '@ulna/contract/imports/imports.fields'
import { AppError } from '../../platform/app-error.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ImportDependencies } from './imports.dependencies.ts'
import { queueForgetting } from './imports.queue.ts'
import {
  countAttempt,
  type ImportFailure,
  type ImportKey,
  type StoredImport,
  updateImport,
} from './imports.repository.ts'
import { countFates } from './imports.rows.repository.ts'
import { step } from './imports.work.ts'

/** So often is one step begun in vain, over some minutes, before it is given up. */
const mostAttempts = 6

/** What refuses by a rule says which; what broke says that it did. */
const failureOf = (error: unknown): ImportFailure => {
  if (!(error instanceof AppError) || error.key === 'file_not_found')
    return { key: 'import_broken_off', params: {} }
  const { key, details } = error
  return { key, params: (details.params ?? {}) as ImportFailure['params'] }
}

type Brought = Authorized<StoredImport>

/** What was brought until then stays, and can be taken back. */
const endHalfway = async (
  tx: Tx,
  key: ImportKey,
  stored: Brought,
  failure: ImportFailure,
): Promise<AuditEntry[]> => {
  const counts = await countFates(tx, key)
  await updateImport(tx, key.practiceId, stored, { failure, counts, state: 'done', ended: true })
  await queueForgetting(tx, key)
  const { created, sha256, source, kind } = stored
  const detail = { created, sha256, source, kind, failure: failure.key }
  return [{ action: 'import.done', subject: { type: 'import', id: key.importId }, detail }]
}

const giveUp = async (
  tx: Tx,
  key: ImportKey,
  stored: Brought,
  failure: ImportFailure,
): Promise<AuditEntry[]> => {
  if (stored.state === 'running' && stored.created > 0) return endHalfway(tx, key, stored, failure)
  const isUndoing = stored.state === 'undoing'
  await updateImport(
    tx,
    key.practiceId,
    stored,
    isUndoing ? { failure, state: 'done' } : { failure, state: 'failed', ended: true },
  )
  return []
}

/**
 * Notes that a step failed. What failed too often is given up, and the import says why: one that brought nothing can be
 * tried again or removed, one that brought something can be taken back. Answers whether it is to be tried again.
 */
export const noteFailure = (
  { db }: ImportDependencies,
  key: ImportKey,
  state: ImportState,
  error: unknown,
): Promise<boolean> =>
  step(db, key, state, async (tx, stored) => {
    if ((await countAttempt(tx, key)) < mostAttempts) return { more: true }
    return { more: false, trail: await giveUp(tx, key, stored, failureOf(error)) }
  })
