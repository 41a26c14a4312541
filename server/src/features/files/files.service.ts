import type { RecordFile } from '@ulna/contract/records/records'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, jsonOf } from '../../platform/database/wire.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import type { GoesAlong } from '../records/records.expiry.service.ts'
import { storedKeys } from './files.keys.ts'
import { queueRemoval } from './files.queue.ts'
import {
  findFile,
  findPatientFiles,
  findSealableFiles,
  findStorageKeys,
  type SealableFile,
} from './files.repository.ts'
import { digestOf } from './inspection/files.process.ts'

/** The files of a patient's records, as wire JSON for the file; what is in them is clinical. */
export const patientFilesOf = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<Json<RecordFile[]>> =>
  actor.clinical ? findPatientFiles(tx, actor.practiceId, patientId) : jsonOf([])

/** The bytes of a record's files go along with it: they are looked up while its rows say where they lie. */
export const filesGoAlong: GoesAlong = async (tx, practiceId, recordId) => {
  const keys = storedKeys(await findStorageKeys(tx, practiceId, recordId))
  return async () => {
    for (const key of keys) await queueRemoval(tx, practiceId, key)
  }
}

/** What a signature seals of the files of a record. */
export const filesToSeal = (tx: Tx, practiceId: number, recordId: number): Promise<readonly SealableFile[]> =>
  findSealableFiles(tx, practiceId, recordId)

/** The digest of what lies in the store for a file, hexadecimal; file_not_found when nothing does. */
export const storedDigest = async (files: FileStore, { storageKey }: SealableFile): Promise<string> =>
  (await digestOf(files, storageKey)).sha256

/** Whose file it is; undefined for one that is not here, or that was taken out of its record. */
export const patientOfFile = async (tx: Tx, practiceId: number, id: number): Promise<number | undefined> => {
  const file = await findFile(tx, practiceId, id)
  return file && !file.removed ? file.patientId : undefined
}
