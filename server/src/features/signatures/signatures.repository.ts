import type { Signature, SignedDocument, Signer } from '@ulna/contract/signatures/signatures'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Json } from '../../platform/database/wire.ts'
import { isOfFile } from '../../platform/patient-aliases.ts'
import type { SealedSignature, SealedWithdrawal } from './signatures.seals.ts'

/** A signature as it is stored, and how it was taken back if it was. */
export interface StoredSignature extends SealedSignature {
  readonly signer: Signer
  readonly content: Json<SignedDocument>
  readonly language: Signature['language']
  readonly seal: Buffer
  readonly withdrawnAt: Date | null
  readonly withdrawnBy: string | null
  readonly withdrawReason: string | null
}

export interface StoredWithdrawal extends SealedWithdrawal {
  readonly seal: Buffer
}

const columns = sql`s.practice_id as "practiceId", s.id, s.sequence, s.seal_id as "sealId", s.record_id as "recordId",
  s.patient_id as "patientId", s.record_version as "recordVersion", s.signer, s.signer_name as "signerName", s.relation,
  s.doctor_id as "doctorId", s.practitioner_name as "practitionerName",
  s.practitioner_user_id as "practitionerUserId", s.practitioner_licence as "practitionerLicence", s.image, s.typed_name as "typedName",
  s.signed_at as "signedAt", s.language, s.content, s.format, s.key_id as "keyId", s.previous, s.seal,
  w.withdrawn_at as "withdrawnAt", w.practitioner_name as "withdrawnBy", w.reason as "withdrawReason"`

const joined = (practiceId: number): RawBuilder<unknown> => sql`signatures s
  left join signature_withdrawals w on w.practice_id = ${practiceId} and w.signature_id = s.id`

const find = async (tx: Tx, practiceId: number, where: RawBuilder<unknown>): Promise<StoredSignature[]> => {
  const { rows } = await sql<StoredSignature>`
    select ${columns} from ${joined(practiceId)} where s.practice_id = ${practiceId} and ${where} order by s.sequence`.execute(
    tx,
  )
  return rows
}

/** Every signature of these records, also withdrawn ones, in the order they were made. */
export const findSignatures = (
  tx: Tx,
  practiceId: number,
  recordIds: readonly number[],
): Promise<StoredSignature[]> => find(tx, practiceId, sql`s.record_id = any(${[...recordIds]}::bigint[])`)

export const findBySeal = async (
  tx: Tx,
  practiceId: number,
  sealId: string,
): Promise<StoredSignature | undefined> => (await find(tx, practiceId, sql`s.seal_id = ${sealId}`))[0]

/** Some of the signatures of a practice, behind a place of its chain. */
export const findSignaturesAfter = async (
  tx: Tx,
  practiceId: number,
  sequence: number,
  most: number,
): Promise<StoredSignature[]> => {
  const { rows } = await sql<StoredSignature>`
    select ${columns} from ${joined(practiceId)} where s.practice_id = ${practiceId} and s.sequence > ${sequence}
    order by s.sequence limit ${most}`.execute(tx)
  return rows
}

export const findWithdrawals = async (tx: Tx, practiceId: number): Promise<StoredWithdrawal[]> => {
  const { rows } = await sql<StoredWithdrawal>`
    select practice_id as "practiceId", signature_id as "signatureId", sequence, doctor_id as "doctorId",
      practitioner_name as "practitionerName", reason, withdrawn_at as "withdrawnAt", format, key_id as "keyId", previous,
      seal
    from signature_withdrawals where practice_id = ${practiceId} order by sequence`.execute(tx)
  return rows
}

/** Every signature that stands in a file, also withdrawn ones, and those of files that became part of it. */
export const findSignaturesInFile = (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<StoredSignature[]> => find(tx, practiceId, isOfFile(sql`s.patient_id`, practiceId, patientId))

/** Every signature that was made for a patient, also withdrawn ones. */
export const findSignaturesOf = (tx: Tx, practiceId: number, patientId: number): Promise<StoredSignature[]> =>
  find(tx, practiceId, sql`s.patient_id = ${patientId}`)

/** Every withdrawal of a signature in the file of a patient. */
export const findWithdrawalsOf = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<StoredWithdrawal[]> => {
  const own = new Set((await findSignaturesOf(tx, practiceId, patientId)).map(({ id }) => id))
  return (await findWithdrawals(tx, practiceId)).filter(({ signatureId }) => own.has(signatureId))
}

/** Which practice a seal is of; undefined for one that nobody has. */
export const findPracticeOfSeal = async (tx: Tx, sealId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ practice: number | null }>`
    select practice_of_seal(${sealId}) as practice`.execute(tx)
  return rows[0]?.practice ?? undefined
}

export const insertSignature = async (tx: Tx, { seal, ...one }: SealedSignature & { seal: Buffer }) => {
  await sql`
    insert into signatures (practice_id, id, sequence, seal_id, record_id, patient_id, record_version, signer, signer_name,
      relation, doctor_id, practitioner_name, practitioner_user_id, practitioner_licence, image, typed_name, signed_at, language, content, format, key_id, previous,
      seal)
    values (${one.practiceId}, ${one.id}, ${one.sequence}, ${one.sealId}, ${one.recordId}, ${one.patientId},
      ${one.recordVersion}, ${one.signer}, ${one.signerName}, ${one.relation}, ${one.doctorId}, ${one.practitionerName},
      ${one.practitionerUserId}, ${one.practitionerLicence}, ${one.image}, ${one.typedName}, ${one.signedAt}, ${one.language}, ${one.content}, ${one.format}, ${one.keyId},
      ${one.previous}, ${seal})`.execute(tx)
}

export const insertWithdrawal = async (tx: Tx, { seal, ...one }: StoredWithdrawal) => {
  await sql`
    insert into signature_withdrawals (practice_id, signature_id, sequence, doctor_id, practitioner_name, reason,
      withdrawn_at, format, key_id, previous, seal)
    values (${one.practiceId}, ${one.signatureId}, ${one.sequence}, ${one.doctorId}, ${one.practitionerName},
      ${one.reason}, ${one.withdrawnAt}, ${one.format}, ${one.keyId}, ${one.previous}, ${seal})`.execute(tx)
}

/** Closes the record to every further change. */
export const closeRecord = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`
    update records set signed = true where practice_id = ${practiceId} and id = ${id} and not signed`.execute(
    tx,
  )
}

/** Opens a record again whose signatures were all taken back. */
export const openWithdrawnRecord = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`select open_withdrawn_record(${practiceId}, ${id})`.execute(tx)
}

export interface Practitioner {
  readonly name: string
  readonly licenceNumber: string | null
}

/** What a practitioner is called, and how they are registered. */
export const findPractitioner = async (tx: Tx, practiceId: number, id: number): Promise<Practitioner> => {
  const { rows } = await sql<Practitioner>`
    select first_name || ' ' || last_name as name, licence_number as "licenceNumber" from doctors
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no doctor ${id}`)
  return row
}

export const findPatientOfSignature = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ patientId: number }>`
    select r.patient_id as "patientId" from signatures s
    join records r on r.practice_id = ${practiceId} and r.id = s.record_id
    where s.practice_id = ${practiceId} and s.id = ${id}`.execute(tx)
  return rows[0]?.patientId
}
