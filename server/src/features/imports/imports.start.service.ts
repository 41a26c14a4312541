import { createHash, randomUUID } from 'node:crypto'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import type { ImportKind } from '@ulna/contract/imports/imports.fields'
import { AppError } from '../../platform/app-error.ts'
import { reading as readingTx, transaction } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change } from '../../platform/use-case.ts'
import type { ImportDependencies } from './imports.dependencies.ts'
import { findReading, lookAtFile, readingOf } from './imports.look.service.ts'
import { mayImport } from './imports.policy.ts'
import { queueForgetting, queueTidying } from './imports.queue.ts'
import {
  findAround,
  findFormerImports,
  findImport,
  findLatestSource,
  insertImport,
} from './imports.repository.ts'
import { batchOf } from './imports.wire.ts'
import { beginning } from './matching/imports.cells.ts'

export interface IncomingImport {
  readonly fileName: string
  readonly source?: string | undefined
  readonly kind?: ImportKind | undefined
  readonly bytes: Buffer
}

/** Where a file is from when nobody says it and no file with the same columns came before. */
const unnamedSource = (preset: string | null, fileName: string): string =>
  preset ?? beginning(fileName.replace(/\.[^.]*$/, ''), 100)

/** Keeps a file, and says how it seems to be written and what its columns are. Nothing of it is a patient yet. */
export const startImport = async (
  { db, files }: ImportDependencies,
  actor: PracticeActor,
  { fileName, source, kind = 'patients', bytes }: IncomingImport,
): Promise<ImportBatch> => {
  mayImport(actor, kind)
  if (bytes.length === 0) throw new AppError('import_file_empty')
  const { practiceId, userId } = actor
  const { format, reading: found } = await findReading(bytes)
  const storageKey = `practice-${practiceId}/imports/${randomUUID()}`
  await transaction(db.queries, { practiceId, userId }, 'read write', (tx) =>
    queueTidying(tx, practiceId, storageKey),
  )
  await files.put(storageKey, bytes)
  const keep = async (): Promise<ImportBatch> => {
    const { former, latest } = await readingTx(db.queries, { practiceId, userId }, async (tx) => ({
      former: await findFormerImports(tx, practiceId, kind, source),
      latest: kind === 'patients' ? undefined : await findLatestSource(tx, practiceId),
    }))
    const reading = await readingOf(files, storageKey, found, former)
    const { matching, source: known } = await lookAtFile(files, storageKey, { kind, former }, reading)
    return change(db, actor, async (tx) => {
      const id = await insertImport(tx, practiceId, userId, {
        kind,
        source: source ?? known ?? latest ?? unnamedSource(matching.preset, fileName),
        fileName,
        storageKey,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        format,
        reading,
        matching: { ...matching, isSourceSaid: source !== undefined },
      })
      await queueForgetting(tx, { practiceId, importId: id })
      const stored = await findImport(tx, practiceId, id)
      if (!stored) throw new Error('an import that was just stored is there')
      const detail = { size: stored.size, sha256: stored.sha256, kind }
      return audited(
        { action: 'import.start', subject: { type: 'import', id }, detail },
        batchOf(stored, await findAround(tx, practiceId, stored)),
      )
    })
  }
  return keep().catch(async (error: unknown) => {
    await files.remove(storageKey)
    throw error
  })
}
