import { type FileType, fileLimits, fileTypes } from '@ulna/contract/files/files'
import { fileRecordTypes, keptName, keptType } from '@ulna/contract/files/files.rules'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { StorageType } from '../../../platform/files/file-store.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { tellPatientFile } from '../../patients/patients.news.service.ts'
import { authorize, openRecord } from '../../records/records.open.service.ts'
import { queueProcessing } from '../files.queue.ts'
import { type FileRow, insertFile, type RecordForFiles } from '../files.repository.ts'
import type { Inspection } from '../inspection/files.inspection.ts'
import { lockUsage } from './files.uploads.repository.ts'

export interface Arrival {
  readonly recordId: number
  readonly storageKey: string
  readonly size: number
}

/** Whether a file may join a record now, and fits; the record is held until the transaction ends. */
export const requireRoom = async (
  tx: Tx,
  actor: PracticeActor,
  quotaBytes: number,
  { recordId, storageKey, size }: Arrival,
): Promise<RecordForFiles> => {
  const record = authorize(actor, 'edit', await openRecord(tx, actor, recordId))
  if (!fileRecordTypes.includes(record.type)) throw new AppError('patient_record_not_match')
  const usage = await lockUsage(tx, actor.practiceId, recordId, storageKey)
  if (usage.ofRecord >= fileLimits.perRecord || usage.kept + size > quotaBytes)
    throw new AppError('quota_reached')
  return record
}

export interface Arrived extends Arrival, Inspection {
  /** Id of the upload; null where the file came in one piece. */
  readonly id: number | null
  readonly uid: string
  readonly fileName: string
  readonly type: FileType
  readonly storageType: StorageType
}

/** The row of a file whose bytes have all arrived; what is still to be done with them is queued. */
export const acceptFile = async (
  tx: Tx,
  actor: PracticeActor,
  quotaBytes: number,
  arrived: Arrived,
): Promise<FileRow> => {
  const record = await requireRoom(tx, actor, quotaBytes, arrived)
  const { dicom, type, fileName, ...rest } = arrived
  const file = await insertFile(tx, {
    ...rest,
    practiceId: actor.practiceId,
    record,
    authorId: actor.doctorId,
    fileName: keptName(fileName, type),
    contentType: keptType(type),
    kind: fileTypes[type].kind,
    dicom: dicom === null ? null : JSON.stringify(dicom),
  })
  await queueProcessing(tx, actor.practiceId, file.id)
  await tellPatientFile(tx, actor, record.patientId)
  return file
}
