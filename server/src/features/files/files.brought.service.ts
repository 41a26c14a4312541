import { randomUUID } from 'node:crypto'
import { type FileKind, type FileType, fileTypes } from '@ulna/contract/files/files'
import { AppError } from '../../platform/app-error.ts'
import { authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { storageKeyOf, storedKeys } from './files.keys.ts'
import { queueProcessing, queueRemoval } from './files.queue.ts'
import { insertFile, isStored } from './files.repository.ts'
import { type Inspection, inspect } from './inspection/files.inspection.ts'
import { lockUsage } from './uploads/files.uploads.repository.ts'

/** Where the original of a file of elsewhere is to lie, before anybody knows the record that it joins. */
export interface BroughtPlace {
  readonly uid: string
  readonly type: FileType
  readonly storageKey: string
}

export const placeForBrought = (practiceUid: string, from: string, type: FileType): BroughtPlace => {
  const uid = randomUUID()
  const { kind, extension } = fileTypes[type]
  const place = { practiceUid, patientUid: from, uid }
  return { uid, type, storageKey: storageKeyOf(place, { kind, extension, recordId: 0, at: Date.now() }) }
}

/** Whether the bytes are what they are called; file_type_unsupported or file_damaged where they are not. */
export const inspectBrought = (files: FileStore, { storageKey, type }: BroughtPlace): Promise<Inspection> =>
  inspect(files, storageKey, type)

export interface BroughtFile extends BroughtPlace {
  readonly recordId: number
  readonly patientId: number
  readonly authorId: number
  readonly fileName: string
  readonly inspection: Inspection
}

/** Refuses with quota_reached what the practice has no room for. */
export const requireQuota = async (
  tx: Tx,
  practiceId: number,
  quotaBytes: number,
  size: number,
): Promise<void> => {
  const { kept } = await lockUsage(tx, practiceId, 0, '')
  if (kept + size > quotaBytes) throw new AppError('quota_reached')
}

/** The row of a file of elsewhere whose bytes lie in the store: it is scanned and gets its small pictures like any other. */
export const bringFile = async (
  tx: Tx,
  { practiceId, files }: { readonly practiceId: number; readonly files: FileStore },
  { type, inspection: { size, dicom }, recordId, patientId, ...rest }: BroughtFile,
): Promise<void> => {
  const { id } = await insertFile(tx, {
    ...{ ...rest, id: null, practiceId, size, storageType: files.type },
    record: authorized({ id: recordId, patientId }),
    contentType: type,
    kind: fileTypes[type].kind,
    dicom: dicom === null ? null : JSON.stringify(dicom),
  })
  await queueProcessing(tx, practiceId, id)
}

/** Whether a file of the practice has its bytes here. */
export const isFileHere = isStored

/** Removes the bytes of files whose rows are gone. */
export const removeBroughtBytes = async (
  tx: Tx,
  practiceId: number,
  gone: readonly { readonly storageKey: string; readonly kind: FileKind }[],
): Promise<void> => {
  for (const key of storedKeys(gone)) await queueRemoval(tx, practiceId, key)
}
