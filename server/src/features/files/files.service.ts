import type { RecordFile } from '@ulna/contract/records'
import type { PracticeActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { type Json, jsonOf } from '../../platform/wire.ts'
import { storedKeys } from './files.keys.ts'
import { digestOf } from './files.process.ts'
import { queueExpiry, queueRemoval } from './files.queue.ts'
import {
  findPatientFiles,
  findSealableFiles,
  findStorageKeys,
  type SealableFile,
} from './files.repository.ts'

/** The files of a patient's records, as wire JSON for the file; what is in them is clinical. */
export const patientFilesOf = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<Json<RecordFile[]>> =>
  actor.clinical ? findPatientFiles(tx, actor.practiceId, patientId) : jsonOf([])

/** A temporary document goes with its files when nobody completed it within a day. */
export const expireLater = (tx: Tx, actor: PracticeActor, recordId: number): Promise<void> =>
  queueExpiry(tx, actor.practiceId, recordId)

/** Queues that the bytes of a record's files go, for a record that is about to: its rows say where they lie. */
export const forgetFiles = async (tx: Tx, practiceId: number, recordId: number): Promise<void> => {
  const keys = storedKeys(await findStorageKeys(tx, practiceId, recordId))
  for (const key of keys) await queueRemoval(tx, practiceId, key)
}

/** What a signature seals of the files of a record. */
export const filesToSeal = (tx: Tx, practiceId: number, recordId: number): Promise<readonly SealableFile[]> =>
  findSealableFiles(tx, practiceId, recordId)

/** The digest of what lies in the store for a file, hexadecimal; file_not_found when nothing does. */
export const storedDigest = async (files: FileStore, { storageKey }: SealableFile): Promise<string> =>
  (await digestOf(files, storageKey)).sha256
