import type { RecordOrigin } from '@ulna/contract/hand-overs/hand-overs'
import type { RecordRow } from '@ulna/contract/records/records'
import { type SignedDocument, signedDocument } from '@ulna/contract/signatures/signatures'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fingerprintOf, sha256Of } from '../../../platform/origins/origins.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, view } from '../../../platform/use-case.ts'
import { originalForm } from '../../modules/modules.received.service.ts'
import { formDigestOf } from '../../signatures/signatures.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import type { HandedSeals, HandOverContents } from '../hand-overs.format.ts'
import { isGenuineStatement } from './hand-overs.archive.ts'
import { type FoundOrigin, findOriginOf } from './hand-overs.received.repository.ts'

type Signature = HandOverContents['signatures'][number]

/** What is kept of a record as it was where it comes from. */
type About = Pick<RecordOrigin, 'record' | 'caseName' | 'author' | 'consent'> & {
  readonly signatures: readonly Signature[]
}

const consentOf = (found: HandOverContents['consents'][number] | undefined): About['consent'] => {
  if (!found) return null
  const { state, withdrawnAt, withdrawReason } = found
  return { state, withdrawnAt, withdrawReason }
}

const recordThere = (record: RecordRow): About['record'] => {
  const { type, subtype, recordClassId, recordClassVersion, name, sessionNumber } = record
  const { caseStatus, caseOutcome, caseClosedOn, createdAt, versions } = record
  return {
    ...{ type, subtype, recordClassId, recordClassVersion, name, sessionNumber },
    ...{ caseStatus, caseOutcome, caseClosedOn, createdAt, versions },
  }
}

/** Says what is kept beside a record: what it was there, of which case, and who signed it. JSON text. */
export const aboutRecords = (contents: HandOverContents): ((record: RecordRow) => string) => {
  const names = new Map(contents.records.map(({ id, name }) => [id, name]))
  const consents = new Map(contents.consents.map((one) => [one.recordId, one]))
  const signatures = Map.groupBy(contents.signatures, ({ recordId }) => recordId)
  return (record) => {
    const about: About = {
      record: recordThere(record),
      caseName: (record.caseId !== null && names.get(record.caseId)) || null,
      author: record.author.fullName,
      consent: consentOf(consents.get(record.id)),
      signatures: signatures.get(record.id) ?? [],
    }
    return JSON.stringify(about)
  }
}

/** Whether the record says here what was sealed there: answers, form and files. One that is looked at yet counts as it came. */
const isSame = (
  { data, digests }: FoundOrigin,
  { record, template, files: sealed }: SignedDocument,
  formDigest: string | undefined,
): boolean => {
  const now = JSON.parse(digests) as readonly (string | null)[]
  return (
    record.dataSha256 === sha256Of(data) &&
    template.sha256 === formDigest &&
    sealed.length === now.length &&
    now.every((digest) => digest === null || sealed.some((one) => one.sha256 === digest))
  )
}

/** What was sealed; undefined where the text of the seal is none that this product seals. */
const sealedDocument = (content: string): SignedDocument | undefined => {
  try {
    return signedDocument.safeParse(JSON.parse(content)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type Stands = RecordOrigin['signatures'][number]['stands']

const standsOf = (
  found: FoundOrigin,
  formDigest: string | undefined,
  { withdrawnAt }: Signature,
  seal: HandedSeals[number] | undefined,
): Stands => {
  if (!seal || !['unchanged', 'superseded', 'unproved'].includes(seal.state)) return 'altered'
  // What was taken back says nothing of the record as it went on.
  if (withdrawnAt !== null) return 'superseded'
  if (seal.content === null) return 'withheld'
  const sealed = sealedDocument(seal.content)
  if (!sealed || !isSame(found, sealed, formDigest)) return 'altered'
  return seal.state as Stands
}

const originOf = async (tx: Tx, practiceId: number, recordId: number, found: FoundOrigin) => {
  const genuine = isGenuineStatement(found)
  const { signatures, ...about } = JSON.parse(found.about) as About
  const seals = genuine ? (JSON.parse(found.seals) as HandedSeals) : []
  const form = await originalForm(tx, practiceId, found.classId, found.classVersion)
  const formDigest = form && formDigestOf(form)
  const { receivedId, practice, origin, madeAt, certificate } = found
  return {
    ...{ recordId, receivedId, practice, origin, madeAt, genuine, ...about },
    fingerprint: fingerprintOf(certificate),
    signatures: signatures.map((one) => ({
      ...one,
      stands: standsOf(
        found,
        formDigest,
        one,
        seals.find(({ sealId }) => sealId === one.sealId),
      ),
    })),
  }
}

/**
 * Where a record comes from that was handed over, and what is found of its signatures now: what the sender signed is verified
 * again, and what was sealed is compared with what stands here. not_found for a record of our own.
 */
export const readRecordOrigin = (
  { db }: HandOverDependencies,
  actor: PracticeActor,
  recordId: number,
): Promise<RecordOrigin> =>
  view(db, actor, async (tx) => {
    const { practiceId } = actor
    const found = await findOriginOf(tx, practiceId, recordId)
    if (!found) throw new AppError('not_found')
    const subject = { type: 'record', id: recordId }
    return audited(
      { action: 'hand_over.origin', patientId: found.patientId, subject },
      await originOf(tx, practiceId, recordId, found),
    )
  })
