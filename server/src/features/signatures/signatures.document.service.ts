import { createHash } from 'node:crypto'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { DocumentToSign, RecordSignatures } from '@ulna/contract/signatures/signatures'
import { canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { type Audited, audited, view } from '../../platform/use-case.ts'
import { filesToSeal } from '../files/files.service.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { patientOfRecord } from '../records/records.service.ts'
import type { SignatureDependencies } from './signatures.dependencies.ts'
import { findSignable } from './signatures.document.repository.ts'
import { documentOf, type SignableFile } from './signatures.document.ts'
import { type Pair, requireHandedOverRecord } from './signatures.policy.ts'
import { findSignatures } from './signatures.repository.ts'
import { signaturesOf } from './signatures.wire.ts'

/** not_found for a record that is not here, 0700 for one of another patient. */
export const requirePair = async (
  tx: Tx,
  actor: PracticeActor,
  { patientId, recordId }: Pair,
): Promise<void> => {
  if ((await patientOfRecord(tx, actor, recordId)) !== patientId)
    throw new AppError('signature_record_not_match')
}

/** What signing and taking back end with: colleagues are told, and the answer is what stands by then. */
export const signaturesAfter = async (
  tx: Tx,
  actor: PracticeActor,
  { patientId, recordId }: Pair,
  done: { action: 'signature.sign' | 'signature.withdraw'; detail: Readonly<Record<string, unknown>> },
): Promise<Audited<RecordSignatures>> => {
  await tellPatientFile(tx, actor, patientId)
  const stored = await findSignatures(tx, actor.practiceId, [recordId])
  const subject = { type: 'record', id: recordId }
  return audited({ ...done, patientId, subject }, signaturesOf(recordId, stored))
}

/** What is still looked at cannot be sealed: nobody knows yet what it will be. */
const sealableFiles = async (tx: Tx, practiceId: number, recordId: number): Promise<SignableFile[]> =>
  (await filesToSeal(tx, practiceId, recordId)).map(({ sha256, ...file }) => {
    if (sha256 === null) throw new AppError('files_processing')
    return { ...file, sha256 }
  })

/** What is sealed: the text, and the digest that whoever saw it sends with their signature. */
export interface SealableContent extends DocumentToSign {
  /** Canonical JSON. */
  readonly content: string
}

/** A record as it is shown to whoever signs, in a language; not_found when it is not here. */
export const contentToSign = async (
  tx: Tx,
  classes: RecordClasses,
  practiceId: number,
  { recordId, language }: { recordId: number; language: Language },
): Promise<SealableContent> => {
  const record = await findSignable(tx, practiceId, recordId)
  if (!record) throw new AppError('not_found')
  const recordClass = await classes.version(tx, practiceId, record.classId, record.classVersion)
  const files = await sealableFiles(tx, practiceId, recordId)
  const document = documentOf(record, recordClass, files, language)
  const content = canonicalJson(document)
  return { document, content, contentHash: createHash('sha256').update(content).digest('hex') }
}

export const readDocument = (
  { db, classes }: SignatureDependencies,
  actor: PracticeActor,
  pair: Pair,
  language: Language = actor.language,
): Promise<DocumentToSign> => {
  requireHandedOverRecord(actor, pair)
  return view(db, actor, async (tx) => {
    await requirePair(tx, actor, pair)
    const { patientId, recordId } = pair
    const { document, contentHash } = await contentToSign(tx, classes, actor.practiceId, {
      recordId,
      language,
    })
    const subject = { type: 'record', id: recordId }
    return audited(
      { action: 'record.read', patientId, subject, detail: { toSign: language } },
      { document, contentHash },
    )
  })
}
