import type { FileType } from '@ulna/contract/files/files'
import type { ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import type { RecordRow } from '@ulna/contract/records/records'
import { AppError } from '../../../platform/app-error.ts'
import { type Tx, transaction } from '../../../platform/database/database.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, lookUp } from '../../../platform/use-case.ts'
import {
  type BroughtPlace,
  bringFile,
  inspectBrought,
  placeForBrought,
  requireQuota,
} from '../../files/files.brought.service.ts'
import { keepForm, receivedClassIdOf } from '../../modules/modules.received.service.ts'
import { registerPatients } from '../../patients/patients.bulk.service.ts'
import { tellPatientFile } from '../../patients/patients.news.service.ts'
import { lockPatientFile } from '../../patients/patients.service.ts'
import { keepOrigins } from '../../practices/practices.origins.service.ts'
import { practiceOf } from '../../practices/practices.service.ts'
import {
  bringHandedAddenda,
  bringHandedRecords,
  type HandedRecord,
  readHandedData,
} from '../../records/brought/records.handed.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import type { HandOverContents } from '../hand-overs.format.ts'
import { queueRemoval, queueTidying } from '../hand-overs.queue.ts'
import { type CheckedHandOver, formOfRecord, type HandOverArchive } from './hand-overs.archive.ts'
import { receivedSubject, wireById } from './hand-overs.look.service.ts'
import { withHandOver } from './hand-overs.opening.ts'
import { aboutRecord } from './hand-overs.origin.service.ts'
import {
  findReceivedById,
  insertReceivedRecords,
  lockReceived,
  type ReceivedState,
  writeTaken,
} from './hand-overs.received.repository.ts'

type HandedFile = HandOverContents['files'][number]

/** A file whose bytes lie in the store, before its record is there. */
interface LaidFile {
  readonly file: HandedFile
  readonly place: BroughtPlace
  readonly inspection: Awaited<ReturnType<typeof inspectBrought>>
}

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && ['file_damaged', 'file_type_unsupported'].includes(error.key)

/** Bytes go into the store first. Who is killed leaves some that no row names: a job removes them. */
const layFile = async (
  { db, files: store }: HandOverDependencies,
  { practiceId, userId }: PracticeActor,
  archive: HandOverArchive,
  file: HandedFile,
  place: BroughtPlace,
): Promise<LaidFile> => {
  await transaction(db.queries, { practiceId, userId }, 'read write', (tx) =>
    queueTidying(tx, practiceId, place.storageKey),
  )
  await store.put(place.storageKey, { size: file.size, bytes: await archive.read(file.path) })
  try {
    return { file, place, inspection: await inspectBrought(store, place) }
  } catch (error) {
    throw isRefusal(error) ? new AppError('hand_over_contents') : error
  }
}

const layFiles = async (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  archive: HandOverArchive,
  { contents, manifest }: CheckedHandOver,
): Promise<LaidFile[]> => {
  const { uid } = await lookUp(dependencies.db, actor, (tx) => practiceOf(tx, actor))
  const size = contents.files.reduce((sum, file) => sum + file.size, 0)
  // Looked at again, under its lock, when the rows are written.
  await transaction(dependencies.db.queries, actor, 'read write', (tx) =>
    requireQuota(tx, actor.practiceId, dependencies.quotaBytes, size),
  )
  const laid: LaidFile[] = []
  for (const file of contents.files) {
    const place = placeForBrought(uid, manifest.uid, file.contentType as FileType)
    laid.push(await layFile(dependencies, actor, archive, file, place))
  }
  return laid
}

const keepForms = async (tx: Tx, practiceId: number, { forms }: HandOverContents): Promise<void> => {
  for (const form of forms)
    if (!(await keepForm(tx, practiceId, form))) throw new AppError('hand_over_contents')
}

/** A document stays one; everything else is kept as what somebody found elsewhere, and counts for nothing of today. */
const kindOf = ({ type, subtype }: RecordRow, classId: string) =>
  type === 'document' ? ({ type, subtype } as const) : ({ type: 'test', subtype: classId } as const)

const shortened = (name: string | null): string => name?.trim().slice(0, 100) || '—'

const recordOf = (
  contents: HandOverContents,
  record: RecordRow,
  authors: ReadonlyMap<string, number>,
): HandedRecord => {
  const form = formOfRecord(contents, record)
  const data = form && readHandedData(form, record)
  const authorId = authors.get(shortened(record.author.fullName))
  if (!form || data === undefined || authorId === undefined) throw new AppError('hand_over_contents')
  const classId = receivedClassIdOf(form)
  const { name, date, voidedAt, voidReason } = record
  return {
    ...{ authorId, classId, data, name, voidedAt, voidReason },
    ...kindOf(record, classId),
    version: form.version,
    at: date,
  }
}

const keepAuthors = (
  tx: Tx,
  practiceId: number,
  { records, addenda }: HandOverContents,
  from: string,
): Promise<ReadonlyMap<string, number>> => {
  const names = [...records, ...addenda].map(({ author }) => shortened(author.fullName))
  return keepOrigins(tx, { practiceId, word: `(${shortened(from)})`, mark: ` · ${from}` }, names)
}

const patientFor = async (
  tx: Tx,
  actor: PracticeActor,
  { contents }: CheckedHandOver,
  patientId: number | null,
): Promise<number> => {
  if (patientId !== null) {
    await lockPatientFile(tx, actor, patientId)
    return patientId
  }
  const [id] = await registerPatients(tx, actor, [{ ...contents.patient, fileId: null }])
  if (id === undefined) throw new Error('nobody was registered')
  return id
}

const bringAll = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  dependencies: HandOverDependencies,
  { contents, manifest }: CheckedHandOver,
  laid: readonly LaidFile[],
  { received, patientId }: { received: ReceivedState; patientId: number },
): Promise<void> => {
  const authors = await keepAuthors(tx, practiceId, contents, manifest.practice.name)
  await keepForms(tx, practiceId, contents)
  const records = contents.records.map((record) => recordOf(contents, record, authors))
  const ids = await bringHandedRecords(tx, practiceId, patientId, records)
  const newIds = new Map(contents.records.map(({ id }, index) => [id, ids[index] ?? 0]))
  const newId = (recordId: number): number => newIds.get(recordId) ?? 0
  await bringHandedAddenda(
    tx,
    practiceId,
    contents.addenda.map(({ recordId, author, text, at }) => ({
      ...{ text, at, recordId: newId(recordId) },
      authorId: authors.get(shortened(author.fullName)) ?? 0,
    })),
  )
  await insertReceivedRecords(
    tx,
    received,
    contents.records.map((record) => ({ recordId: newId(record.id), about: aboutRecord(contents, record) })),
  )
  for (const { file, place, inspection } of laid)
    await bringFile(
      tx,
      { practiceId, files: dependencies.files },
      {
        ...{ ...place, inspection, patientId, recordId: newId(file.recordId), fileName: file.fileName },
        authorId: authors.get(shortened(file.author.fullName)) ?? records[0]?.authorId ?? 0,
      },
    )
}

const requireWaiting = (found: ReceivedState | undefined): ReceivedState & { storageKey: string } => {
  if (!found) throw new AppError('not_found')
  const { storageKey } = found
  if (found.state !== 'looked' || storageKey === null) throw new AppError('hand_over_not_now')
  return { ...found, storageKey }
}

const write = (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  { id, patientId: into }: { id: number; patientId: number | null },
  checked: CheckedHandOver,
  laid: readonly LaidFile[],
): Promise<ReceivedFile> =>
  change(dependencies.db, actor, async (tx) => {
    const { practiceId, userId } = actor
    const received = await lockReceived(tx, practiceId, id)
    const { storageKey } = requireWaiting(received)
    if (!received) throw new AppError('not_found')
    const patientId = await patientFor(tx, actor, checked, into)
    const size = laid.reduce((sum, { file }) => sum + file.size, 0)
    await requireQuota(tx, practiceId, dependencies.quotaBytes, size)
    await bringAll(tx, actor, dependencies, checked, laid, { received, patientId })
    await writeTaken(tx, received, { patientId, created: into === null, userId })
    await queueRemoval(tx, practiceId, storageKey, 'now')
    await tellPatientFile(tx, actor, patientId)
    const { records, files } = checked.manifest.counts
    const detail = { records, files, from: received.origin, sha256: received.sha256, created: into === null }
    return audited(
      { action: 'hand_over.take', patientId, subject: receivedSubject(id), detail },
      await wireById(tx, actor, id),
    )
  })

/** Who did not hear the answer of the call that took it in hears it now; everybody else is refused. */
const refuseTaken = ({ db }: HandOverDependencies, actor: PracticeActor): Promise<never> =>
  change(db, actor, () => Promise.reject(new AppError('hand_over_not_now')))

/** Whoever took it in a moment ago had its bytes removed; bytes that are gone otherwise are lost. */
const toldAsTaken = async (
  { db }: HandOverDependencies,
  actor: PracticeActor,
  id: number,
  error: unknown,
): Promise<never> => {
  if (!(error instanceof AppError && error.key === 'file_not_found')) throw error
  const now = await lookUp(db, actor, (tx) => findReceivedById(tx, actor.practiceId, id))
  throw now?.state === 'taken' ? new AppError('hand_over_not_now') : error
}

/**
 * Takes a file in, as a new patient or into a file that is here. It is opened and looked at again as it came; everything is
 * written in one transaction, so that whoever is killed leaves nothing behind but bytes, which a job removes.
 */
export const takeHandOver = async (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  id: number,
  patientId: number | null,
): Promise<ReceivedFile> => {
  const { db, files } = dependencies
  const found = await lookUp(db, actor, (tx) => findReceivedById(tx, actor.practiceId, id))
  if (found?.state === 'taken') return refuseTaken(dependencies, actor)
  const { storageKey } = requireWaiting(found)
  const { bytes } = await files
    .open(storageKey)
    .catch((error: unknown) => toldAsTaken(dependencies, actor, id, error))
  return withHandOver(dependencies, actor, bytes, async (checked, archive) => {
    const laid = await layFiles(dependencies, actor, archive, checked)
    return write(dependencies, actor, { id, patientId }, checked, laid)
  })
}
