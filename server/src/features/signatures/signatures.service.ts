import type { RecordSignatures, Signature } from '@ulna/contract/signatures/signatures'
import { readSealId } from '@ulna/contract/signatures/signatures.seal'
import { AppError } from '../../platform/app-error.ts'
import { reading, type Tx } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { requirePair } from './signatures.document.service.ts'
import { templateDigest } from './signatures.document.ts'
import { findErasedBySeal } from './signatures.erased.ts'
import type { Pair } from './signatures.policy.ts'
import {
  findBySeal,
  findPatientOfSignature,
  findPracticeOfSeal,
  findSignatures,
} from './signatures.repository.ts'
import { checkSeal, type SealChecks, type SealVerdict } from './signatures.verify.ts'
import { signatureOf, signaturesOf } from './signatures.wire.ts'

/** The signatures of one record, also withdrawn ones; not_found when nobody ever signed it. */
export const findRecordSignatures = (
  db: Database,
  actor: PracticeActor,
  pair: Pair,
): Promise<RecordSignatures> =>
  view(db, actor, async (tx) => {
    await requirePair(tx, actor, pair)
    const { patientId, recordId } = pair
    const stored = await findSignatures(tx, actor.practiceId, [recordId])
    if (stored.length === 0) throw new AppError('not_found')
    const subject = { type: 'record', id: recordId }
    const detail = { signatures: stored.length }
    return audited({ action: 'signature.read', patientId, subject, detail }, signaturesOf(recordId, stored))
  })

/** The seals of these records, oldest first, also withdrawn ones: for paper, and for whatever else leaves the house. */
export const sealsOfRecords = async (
  tx: Tx,
  practiceId: number,
  recordIds: readonly number[],
): Promise<Signature[]> => (await findSignatures(tx, practiceId, recordIds)).map(signatureOf)

export interface SealStand {
  readonly recordId: number
  readonly sealId: string
  readonly verdict: SealVerdict
}

export type { SealChecks }

/** Verifies every seal of these records: record, files and form of each are read again. */
export const sealStandsOf = async (
  tx: Tx,
  checks: SealChecks,
  practiceId: number,
  recordIds: readonly number[],
): Promise<SealStand[]> => {
  const stands: SealStand[] = []
  for (const one of await findSignatures(tx, practiceId, recordIds))
    stands.push({ recordId: one.recordId, sealId: one.sealId, verdict: await checkSeal(tx, checks, one) })
  return stands
}

/** What a seal is found to be, with the practice and the record it is of. */
export interface FoundSeal {
  readonly practiceId: number
  readonly signature: Signature
  readonly verdict: SealVerdict
}

/** A seal whose signature was erased with its patient. */
export interface GoneSeal {
  readonly practiceId: number
  readonly verdict: 'erased'
}

/**
 * Looks up a seal id as somebody typed it off paper, in whatever practice it is, and verifies it: record, files and form
 * are read again. Null when it is none. What of it may be told to whom is the caller's to decide, and so is its audit row.
 */
export const lookUpSeal = async (
  db: Database,
  checks: SealChecks,
  typed: string,
): Promise<FoundSeal | GoneSeal | null> => {
  const sealId = readSealId(typed)
  if (sealId === null) return null
  const practiceId = await reading(db.queries, installationScope, (tx) => findPracticeOfSeal(tx, sealId))
  if (practiceId === undefined) return null
  return reading(db.queries, { practiceId, userId: 0, seesBlocked: true }, async (tx) => {
    const stored = await findBySeal(tx, practiceId, sealId)
    if (!stored) {
      const gone = await findErasedBySeal(tx, practiceId, sealId)
      return gone === undefined ? null : { practiceId, verdict: 'erased' }
    }
    const verdict = await checkSeal(tx, checks, stored)
    return { practiceId, signature: signatureOf(stored), verdict }
  })
}

/** Digest of what a form asks and counts, as documents that are signed hold it. */
export const formDigestOf = templateDigest

/** Whose record a signature stands under; undefined for one that is not here. */
export const patientOfSignature = findPatientOfSignature
