import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { SignedDocument } from '@ulna/contract/signatures/signatures'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { findAttestation, fingerprintOf, type Origin } from '../../platform/origins/origins.ts'
import { filesToSeal, storedDigest } from '../files/files.service.ts'
import { RecordClasses } from '../modules/modules.service.ts'
import { findAnchor, type SealAnchor } from './signatures.anchors.ts'
import { findSignable, type SignableRecord } from './signatures.document.repository.ts'
import { sha256, templateDigest } from './signatures.document.ts'
import type { StoredSignature, StoredWithdrawal } from './signatures.repository.ts'
import {
  attestable,
  type SealKeys,
  sealOfSignature,
  sealOfWithdrawal,
  signatureText,
  withdrawalText,
} from './signatures.seals.ts'

/** Where something is not as it was sealed. */
export type AlteredPlace = 'seal' | 'record' | 'template' | 'files' | 'open'

/**
 * - unchanged: everything is as it was signed
 * - superseded: so it is, and something was added since, or the signature was taken back
 * - altered: something is not as it was signed; `places` say what
 * - unproved: everything is as its row says, and the key that would prove the row was lost
 */
export interface SealVerdict {
  readonly state: 'unchanged' | 'superseded' | 'altered' | 'unproved'
  readonly places: readonly AlteredPlace[]
  readonly withdrawn: boolean
  /** How many addenda the record got after it was signed. */
  readonly addenda: number
  /** The installation that proved the seal, where it was made with a key that never came here. */
  readonly origin: SealOrigin | null
}

export interface SealOrigin {
  readonly address: string
  /** Instant of its statement. */
  readonly at: string
  /** Fingerprint of the certificate that the statement is signed with. */
  readonly certificate: string
}

export interface SealChecks {
  readonly keys: SealKeys
  /** Where bytes of files are read anew; null compares what the database says of them. */
  readonly files: FileStore | null
}

const isSealed = (keys: SealKeys, one: StoredSignature): boolean =>
  sealOfSignature(keys, one)?.equals(one.seal) === true

/** The record as it stands now against what was signed. Its state as a case, and its names, may change, and a file that it became part of. */
const isSameRecord = (now: SignableRecord, { record, patient, template }: SignedDocument): boolean =>
  [now.patientId, ...now.aliases].includes(patient.id) &&
  now.authorId === record.authorId &&
  now.type === record.type &&
  now.subtype === record.subtype &&
  now.occurredAt.toISOString() === record.date &&
  now.classId === template.classId &&
  now.classVersion === template.version &&
  sha256(now.data) === record.dataSha256

const findClass = async (
  tx: Tx,
  practiceId: number,
  { template }: SignedDocument,
): Promise<RecordClass | null> => {
  try {
    // Read anew: what this process has kept may be older than what somebody did behind it.
    return await new RecordClasses().version(tx, practiceId, template.classId, template.version)
  } catch (error) {
    if (error instanceof AppError && error.key === 'not_found') return null
    throw error
  }
}

const digestNow = async (
  files: FileStore,
  file: Parameters<typeof storedDigest>[1],
): Promise<string | null> => {
  try {
    return await storedDigest(files, file)
  } catch (error) {
    if (error instanceof AppError && error.key === 'file_not_found') return null
    throw error
  }
}

const areSameFiles = async (
  tx: Tx,
  files: FileStore | null,
  practiceId: number,
  document: SignedDocument,
): Promise<boolean> => {
  const now = await filesToSeal(tx, practiceId, document.record.id)
  if (now.length !== document.files.length) return false
  for (const [index, file] of now.entries()) {
    const sealed = document.files[index]
    const isSame = sealed?.id === file.id && sealed.name === file.name && sealed.sha256 === file.sha256
    if (!isSame) return false
    if (files !== null && (await digestNow(files, file)) !== sealed.sha256) return false
  }
  return true
}

const countAddenda = async (tx: Tx, { practiceId, recordId, signedAt }: StoredSignature): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from record_addenda
    where practice_id = ${practiceId} and record_id = ${recordId} and created_at >= ${signedAt}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What stands in the database and the file store against what the seal covers. Of a withdrawn one only the seal counts. */
const standingPlaces = async (
  tx: Tx,
  { files }: SealChecks,
  one: StoredSignature,
): Promise<AlteredPlace[]> => {
  const document = parseJson(one.content)
  const { practiceId } = one
  const [record, recordClass] = [
    await findSignable(tx, practiceId, one.recordId),
    await findClass(tx, practiceId, document),
  ]
  const places: AlteredPlace[] = []
  if (!record || !isSameRecord(record, document)) places.push('record')
  if (record && !record.signed) places.push('open')
  if (!recordClass || templateDigest(recordClass) !== document.template.sha256) places.push('template')
  if (!(await areSameFiles(tx, files, practiceId, document))) places.push('files')
  return places
}

type Vouched = 'sealed' | 'anchored' | SealOrigin

/** Whether it was sealed with a key that was lost. */
const isAnchored = async (tx: Tx, one: StoredSignature): Promise<boolean> => {
  const anchor = await findAnchor(tx, one.practiceId)
  return anchor !== undefined && one.sequence <= anchor.sequence
}

const originOf = ({ origin, exportedAt, certificate }: Origin): SealOrigin => ({
  address: origin,
  at: exportedAt,
  certificate: fingerprintOf(certificate),
})

/**
 * What speaks for a seal: our key, the installation that the practice came from, or the digest that was made when its key
 * was lost. Undefined where nothing does: another key that nobody knows is somebody's who sealed behind our back.
 */
const whatVouchesFor = async (
  tx: Tx,
  { keys }: SealChecks,
  one: StoredSignature,
): Promise<Vouched | undefined> => {
  if (isSealed(keys, one)) return 'sealed'
  if (keys.all.has(one.keyId)) return undefined
  const attestation = await findAttestation(tx, one.practiceId, attestable(one, signatureText(one)))
  if (!attestation) return (await isAnchored(tx, one)) ? 'anchored' : undefined
  if (!attestation.isSame || attestation.state === 'altered') return undefined
  return attestation.state === 'unproved' ? 'anchored' : originOf(attestation.origin)
}

/** Counts the seal of a signature again, and compares what was signed with what is there now. */
export const checkSeal = async (tx: Tx, checks: SealChecks, one: StoredSignature): Promise<SealVerdict> => {
  const withdrawn = one.withdrawnAt !== null
  const addenda = await countAddenda(tx, one)
  const vouched = await whatVouchesFor(tx, checks, one)
  const found = { withdrawn, addenda, origin: typeof vouched === 'object' ? vouched : null }
  if (!vouched) return { ...found, state: 'altered', places: ['seal'] }
  const places = withdrawn ? [] : await standingPlaces(tx, checks, one)
  if (places.length > 0) return { ...found, state: 'altered', places }
  if (vouched === 'anchored') return { ...found, state: 'unproved', places }
  return { ...found, state: withdrawn || addenda > 0 ? 'superseded' : 'unchanged', places }
}

/** Whether a withdrawal is as it was sealed, as far as anybody can tell by now. */
export const isKnownWithdrawal = async (
  tx: Tx,
  { keys }: Pick<SealChecks, 'keys'>,
  one: StoredWithdrawal,
  anchor: SealAnchor | undefined,
): Promise<boolean> => {
  if (sealOfWithdrawal(keys, one)?.equals(one.seal)) return true
  if (keys.all.has(one.keyId)) return false
  const attestation = await findAttestation(tx, one.practiceId, attestable(one, withdrawalText(one)))
  if (attestation) return attestation.isSame && attestation.state !== 'altered'
  return one.sequence <= (anchor?.sequence ?? 0)
}
