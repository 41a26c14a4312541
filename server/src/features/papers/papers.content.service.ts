import type { RecordStand } from '@ulna/contract/papers/papers'
import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { Addendum, RecordFile, RecordRow } from '@ulna/contract/records/records'
import { isTemporary } from '@ulna/contract/records/records.policy'
import { recordsToPrint } from '@ulna/contract/records/records.print.rules'
import type { Signature } from '@ulna/contract/signatures/signatures'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { filesForPaper } from '../files/files.paper.service.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { patientWireOf } from '../patients/patients.service.ts'
import { recordsForPaper } from '../records/printing/records.paper.service.ts'
import { requireRecordOfPatient } from '../records/records.service.ts'
import { sealsOfRecords } from '../signatures/signatures.service.ts'
import type { PaperWish } from './papers.dependencies.ts'
import type { OffPaper } from './papers.model.ts'
import { findIssuer, findLicenceNumbers, type Issuer } from './papers.repository.ts'

/** What goes onto a paper, as one moment saw it. */
export interface GatheredPaper extends Issuer {
  readonly patient: Patient
  readonly records: readonly RecordRow[]
  readonly stands: readonly RecordStand[]
  readonly cases: ReadonlyMap<number, string>
  readonly classOf: (record: RecordRow) => RecordClass | undefined
  /** Licence numbers of those who wrote the records and have one, by the id of their profile. */
  readonly licenceNumbers: ReadonlyMap<number, string>
  readonly addenda: readonly Addendum[]
  readonly files: readonly RecordFile[]
  /** Signatures of the records, also withdrawn ones. */
  readonly signatures: readonly Signature[]
  readonly off?: OffPaper
  /** Instant of the database's clock. */
  readonly at: string
}

const classKey = ({ recordClassId, recordClassVersion }: RecordRow): string =>
  `${recordClassId} ${recordClassVersion}`

const readClasses = async (
  tx: Tx,
  practiceId: number,
  classes: RecordClasses,
  records: readonly RecordRow[],
): Promise<ReadonlyMap<string, RecordClass>> => {
  const found = new Map<string, RecordClass>()
  for (const record of records) {
    const key = classKey(record)
    if (!found.has(key))
      found.set(key, await classes.version(tx, practiceId, record.recordClassId, record.recordClassVersion))
  }
  return found
}

const requireSubject = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  { scope, recordId }: PaperWish,
): Promise<void> => {
  if (scope === 'file') return
  if (recordId === undefined) throw invalidField('recordId', 'field_required')
  await requireRecordOfPatient(tx, actor, patientId, recordId)
}

const standsOn = (
  records: readonly RecordRow[],
  addenda: readonly Addendum[],
  signatures: readonly Signature[],
): RecordStand[] =>
  records.map(({ id, version, voidedAt }) => ({
    id,
    version,
    voided: voidedAt !== null,
    addenda: addenda.filter((one) => one.recordId === id).length,
    seals: signatures
      .filter(({ recordId, withdrawnAt }) => recordId === id && withdrawnAt === null)
      .map(({ sealId }) => sealId),
  }))

/** Everything that goes onto a paper. A temporary document is nothing yet. */
export const gatherPaper = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  { patientId, wish }: { patientId: number; wish: PaperWish },
): Promise<GatheredPaper> => {
  const { practiceId, doctorId } = actor
  const patient = parseJson(await patientWireOf(tx, actor, patientId))
  await requireSubject(tx, actor, patientId, wish)
  const all = await recordsForPaper(tx, actor, patientId)
  const choice = { scope: wish.scope, recordId: wish.recordId, withVoided: wish.withVoided }
  const records = recordsToPrint(all.records, choice).filter((record) => !isTemporary(record))
  if (records.length === 0) throw new AppError('not_found')
  const found = await readClasses(tx, practiceId, classes, records)
  const ids = records.map(({ id }) => id)
  const signatures = await sealsOfRecords(tx, practiceId, ids)
  const authors = records.map(({ author }) => author.id)
  return {
    ...(await findIssuer(tx, practiceId, doctorId)),
    patient,
    records,
    stands: standsOn(records, all.addenda, signatures),
    cases: new Map(all.records.flatMap((one) => (one.subtype === 'case' ? [[one.id, one.name ?? '']] : []))),
    classOf: (record) => found.get(classKey(record)),
    licenceNumbers: await findLicenceNumbers(tx, practiceId, authors),
    addenda: all.addenda,
    files: await filesForPaper(tx, practiceId, patientId),
    signatures,
    at: new Date(await databaseNow(tx)).toISOString(),
  }
}
