import type { RecordFile } from '@ulna/contract/records/records'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { variantKey } from './files.keys.ts'
import { findPatientFiles } from './files.repository.ts'

/** The files of a patient's records that are ready, oldest first, for who puts them onto paper. */
export const filesForPaper = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly RecordFile[]> => {
  const files = parseJson(await findPatientFiles(tx, practiceId, patientId))
  return files.filter(({ state }) => state === 'ready')
}

const screenKey = ({ rawStoragePath, kind }: RecordFile): string | null =>
  kind === 'image' ? variantKey(rawStoragePath, kind, 'screen') : null

/** Whether a file can be shown on paper. */
export const isPicture = (file: RecordFile): boolean => screenKey(file) !== null

/** A picture as large as a screen; nothing for one whose bytes are gone, which keeps nothing else off paper. */
export const pictureForPaper = async (files: FileStore, file: RecordFile): Promise<Buffer> => {
  const key = screenKey(file)
  try {
    return key === null ? Buffer.alloc(0) : await files.get(key)
  } catch (error) {
    if (error instanceof AppError && error.key === 'file_not_found') return Buffer.alloc(0)
    throw error
  }
}
