import type { FileType } from '@ulna/contract/files/files'
import type { ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
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
import { keepForm } from '../../modules/modules.received.service.ts'
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
import type { CheckedHandOver, HandOverArchive } from './hand-overs.archive.ts'
import { formsOf, isDocument } from './hand-overs.forms.ts'
import { receivedSubject, wireById } from './hand-overs.look.service.ts'
import { admitOpening, withHandOver } from './hand-overs.opening.ts'
import { aboutRecords } from './hand-overs.origin.service.ts'
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

/** A form that came along, and the id under which it stands here. */
interface KeptForm {
  readonly form: RecordClass
  readonly classId: string
}
type FindForm = (record: RecordRow) => KeptForm | undefined

const keepForms = async (tx: Tx, practiceId: number, contents: HandOverContents): Promise<FindForm> => {
  const kept = new Map<RecordClass, KeptForm>()
  for (const form of contents.forms) {
    const classId = await keepForm(tx, practiceId, form)
    if (classId === null) throw new AppError('hand_over_contents')
    kept.set(form, { form, classId })
  }
  const formOf = formsOf(contents)
  return (record) => {
    const form = formOf(record)
    return form && kept.get(form)
  }
}

/** A document stays one; everything else is kept as what somebody found elsewhere, and counts for nothing of today. */
const kindOf = (record: RecordRow, { form, classId }: KeptForm) =>
  isDocument(record, form)
    ? ({ type: 'document', subtype: record.subtype } as const)
    : ({ type: 'test', subtype: classId } as const)

const shortened = (name: string | null): string => name?.trim().slice(0, 100) || '—'

const recordOf = (record: RecordRow, findForm: FindForm, authorOf: FindAuthor): HandedRecord => {
  const kept = findForm(record)
  const data = kept && readHandedData(kept.form, record)
  if (!kept || data === undefined) throw new AppError('hand_over_contents')
  const { name, date, voidedAt, voidReason } = record
  return {
    ...{ authorId: authorOf(record), classId: kept.classId, data, name, voidedAt, voidReason },
    ...kindOf(record, kept),
    version: kept.form.version,
    at: date,
  }
}

type FindAuthor = (written: Pick<RecordRow, 'author'>) => number

const keepAuthors = async (
  tx: Tx,
  practiceId: number,
  { records, addenda, files }: HandOverContents,
  from: string,
): Promise<FindAuthor> => {
  const names = [...records, ...addenda, ...files].map(({ author }) => shortened(author.fullName))
  const kept = await keepOrigins(tx, { practiceId, word: `(${shortened(from)})`, mark: ` · ${from}` }, names)
  return ({ author }) => {
    const id = kept.get(shortened(author.fullName))
    if (id === undefined) throw new AppError('hand_over_contents')
    return id
  }
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
  const authorOf = await keepAuthors(tx, practiceId, contents, manifest.practice.name)
  const findForm = await keepForms(tx, practiceId, contents)
  const records = contents.records.map((record) => recordOf(record, findForm, authorOf))
  const ids = await bringHandedRecords(tx, practiceId, patientId, records)
  const newIds = new Map(contents.records.map(({ id }, index) => [id, ids[index] ?? 0]))
  const newId = (recordId: number): number => newIds.get(recordId) ?? 0
  await bringHandedAddenda(
    tx,
    practiceId,
    contents.addenda.map((one) => ({
      ...{ text: one.text, at: one.at, recordId: newId(one.recordId), authorId: authorOf(one) },
    })),
  )
  const about = aboutRecords(contents)
  await insertReceivedRecords(
    tx,
    received,
    contents.records.map((record) => ({ recordId: newId(record.id), about: about(record) })),
  )
  for (const { file, place, inspection } of laid)
    await bringFile(
      tx,
      { practiceId, files: dependencies.files },
      {
        ...{ ...place, inspection, patientId, recordId: newId(file.recordId), fileName: file.fileName },
        authorId: authorOf(file),
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

/** What was refused leaves nothing in the store; of any other end nobody knows here what was written, and the job looks. */
const withoutLaid = async (
  { files }: HandOverDependencies,
  laid: readonly LaidFile[],
  error: unknown,
): Promise<never> => {
  if (error instanceof AppError) for (const { place } of laid) await files.remove(place.storageKey)
  throw error
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
  await admitOpening(dependencies, actor)
  const { bytes } = await files
    .open(storageKey)
    .catch((error: unknown) => toldAsTaken(dependencies, actor, id, error))
  return withHandOver(dependencies, actor, bytes, async (checked, archive) => {
    const laid = await layFiles(dependencies, actor, archive, checked)
    return write(dependencies, actor, { id, patientId }, checked, laid).catch((error: unknown) =>
      withoutLaid(dependencies, laid, error),
    )
  })
}
