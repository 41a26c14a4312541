import type { PatientFileMetadata } from '@ulna/contract/patient-file/patient-file'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import type { Addendum, RecordRow, RecordVersion } from '@ulna/contract/records/records'
import type { Today } from '@ulna/contract/today/today'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  type Json,
  jsonOf,
  type ListText,
  listText,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, lookUp, view, viewShortly } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { requirePackage } from '../session-packages/session-packages.service.ts'
import { findPatientAddenda } from './addenda/records.addenda.repository.ts'
import { findGenders } from './records.genders.repository.ts'
import { findMovedNumbers } from './records.numbers.repository.ts'
import {
  findFollowUpsOfCase,
  findPatientCases,
  findPatientRecords,
  findRecordState,
  findRecordsOfPackage,
  findRecordWire,
  findSelectableRecords,
  findUsedClasses,
  findVersions,
  type Reader,
  type WireRecords,
} from './records.repository.ts'
import {
  findUnsigned,
  findVisitRecords,
  findWithoutNextVisit,
  type PatientVisit,
  type VisitRecords,
} from './records.today.repository.ts'
import { zoneOfOffset } from './records.wire.ts'

/** Days count at the offset that was asked for, else in the practice's zone. */
const readerOf = ({ practiceId, clinical, timezone }: PracticeActor, utcOffset?: number): Reader => ({
  practiceId,
  clinical,
  zone: utcOffset === undefined ? timezone : zoneOfOffset(utcOffset),
})

/** What the file of a patient shows of its records. */
export interface RecordsOfPatientFile {
  readonly records: WireRecords
  /** Wire arrays: the classes that they show with, what was added to them, the numbers that left a case. */
  readonly recordClasses: Json<PatientFileMetadata['recordClasses']>
  readonly addenda: Json<Addendum[]>
  readonly movedNumbers: Json<PatientFileMetadata['movedNumbers']>
}

/** All records of a patient, newest first, with what they show beside them. */
export const recordsOfPatientFile = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  utcOffset?: number,
): Promise<RecordsOfPatientFile> => {
  const [records, recordClasses, addenda, movedNumbers] = await Promise.all([
    findPatientRecords(tx, readerOf(actor, utcOffset), patientId),
    findUsedClasses(tx, actor.practiceId, patientId),
    actor.clinical ? findPatientAddenda(tx, actor.practiceId, patientId) : jsonOf([]),
    findMovedNumbers(tx, actor.practiceId, patientId),
  ])
  return { records, recordClasses, addenda, movedNumbers }
}

/** One record as it goes out to this actor; not_found when it is not of the practice. */
export const recordTextOf = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
): Promise<WireText<RecordRow>> => {
  const wire = await findRecordWire(tx, readerOf(actor), id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

const ownerOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<number> => {
  const state = await findRecordState(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  return state.patientId
}

/** Whose record it is; not_found when it is not of the practice. */
export const patientOfRecord = ownerOf

/** not_found for a record that is not here, patient_record_not_match (0600) for one of another patient. */
export const requireRecordOfPatient = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  id: number,
): Promise<void> => {
  if ((await ownerOf(tx, actor, id)) !== patientId) throw new AppError('patient_record_not_match')
}

export const readRecord = (db: Database, actor: PracticeActor, id: number): Promise<WireText<RecordRow>> =>
  viewShortly(db, actor, async (tx) => {
    const patientId = await ownerOf(tx, actor, id)
    const subject = { type: 'record', id }
    return audited({ action: 'record.read', patientId, subject }, await recordTextOf(tx, actor, id))
  })

/** Every version of a record, oldest first; none of one that is only temporary. */
export const versionsOfRecord = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  id: number,
): Promise<RecordVersion[]> => parseJson((await findVersions(tx, practiceId, id)).rows)

export const listVersions = (
  db: Database,
  actor: PracticeActor,
  id: number,
): Promise<ListText<RecordVersion>> =>
  view(db, actor, async (tx) => {
    const patientId = await ownerOf(tx, actor, id)
    const versions = listText(await findVersions(tx, actor.practiceId, id))
    return audited(
      { action: 'record.read', patientId, subject: { type: 'record', id }, detail: { versions: true } },
      versions,
    )
  })

export const listCases = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<ListText<RecordRow>> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const cases = await findPatientCases(tx, readerOf(actor), patientId)
    return audited({ action: 'record.list', patientId, detail: { cases: cases.total } }, listText(cases))
  })

/** 404 for what is not here, patient_record_not_match (0600) for a record that is no case. */
export const listCaseFollowUps = (
  db: Database,
  actor: PracticeActor,
  caseId: number,
): Promise<ListText<RecordRow>> =>
  view(db, actor, async (tx) => {
    const state = await findRecordState(tx, actor.practiceId, caseId)
    if (!state) throw new AppError('not_found')
    if (state.type !== 'control' || state.subtype !== 'case') throw new AppError('patient_record_not_match')
    const followUps = await findFollowUpsOfCase(tx, readerOf(actor), caseId)
    const detail = { followUps: followUps.total }
    return audited(
      { action: 'record.list', patientId: state.patientId, subject: { type: 'record', id: caseId }, detail },
      listText(followUps),
    )
  })

/** What may be counted on a session package. */
export const listSelectableRecords = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<ListText<RecordRow>> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const records = await findSelectableRecords(tx, readerOf(actor), patientId)
    return audited(
      { action: 'record.list', patientId, detail: { selectable: records.total } },
      listText(records),
    )
  })

/** What counts on a session package. */
export const listPackageRecords = (
  db: Database,
  actor: PracticeActor,
  packageId: number,
): Promise<ListText<RecordRow>> =>
  view(db, actor, async (tx) => {
    const patientId = await requirePackage(tx, actor, packageId)
    const records = await findRecordsOfPackage(tx, readerOf(actor), packageId)
    const subject = { type: 'session_package', id: packageId }
    return audited(
      { action: 'record.list', patientId, subject, detail: { count: records.total } },
      listText(records),
    )
  })

/** What records say of the visits of a day: nothing to members without clinical access. */
export const recordsOfVisits = async (
  tx: Tx,
  { practiceId, doctorId, clinical, timezone }: PracticeActor,
  visits: readonly PatientVisit[],
  day: string,
): Promise<VisitRecords[]> =>
  clinical ? findVisitRecords(tx, { practiceId, timezone, day }, visits, doctorId) : []

/** Record classes are texts and fields, nobody's data. */
export const listClasses = (db: Database, actor: PracticeActor, classes: RecordClasses) =>
  lookUp(db, actor, (tx) => classes.active(tx, actor.practiceId))

export const readClass = (
  db: Database,
  actor: PracticeActor,
  classes: RecordClasses,
  { classId, version }: { classId: string; version: number },
) => lookUp(db, actor, (tx) => classes.version(tx, actor.practiceId, classId, version))

/** Unsigned records of the caller that may still be changed; none for members without clinical access. */
export const unsignedOf = async (
  tx: Tx,
  { practiceId, doctorId, clinical, language, configurations }: PracticeActor,
  classes: RecordClasses,
): Promise<Today['unsigned']> => {
  if (!clinical) return []
  const rows = await findUnsigned(tx, practiceId, doctorId, configurations.records.editWindowHours)
  return Promise.all(
    rows.map(async ({ classId, classVersion, ...record }) => {
      const recordClass = await classes.version(tx, practiceId, classId, classVersion)
      return { ...record, className: classText(recordClass, language, recordClass.name) }
    }),
  )
}

/** Patients with an open case of the caller and no visit ahead, as wire JSON for Today. */
export const withoutNextVisitOf = (tx: Tx, actor: PracticeActor): Promise<Json<Today['withoutNextVisit']>> =>
  findWithoutNextVisit(tx, actor.practiceId, actor.doctorId, actor.clinical)

/** What the medical histories of some patients say of the gender; nothing to members without clinical access. */
export const gendersOf = (tx: Tx, { practiceId, clinical }: PracticeActor, patientIds: readonly number[]) =>
  clinical ? findGenders(tx, practiceId, patientIds) : Promise.resolve([])
