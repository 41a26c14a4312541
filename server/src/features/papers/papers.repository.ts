import type { PaperScope, RecordStand } from '@ulna/contract/papers/papers'
import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, parseJson } from '../../platform/database/wire.ts'
import { fileOf } from '../../platform/patient-aliases.ts'

export interface Issuer {
  readonly practiceName: string
  readonly practiceUid: string
  readonly issuedBy: string
}

/** Whose paper it is, and who issues it. */
export const findIssuer = async (tx: Tx, practiceId: number, doctorId: number): Promise<Issuer> => {
  const { rows } = await sql<Issuer>`
    select p.name as "practiceName", p.uid as "practiceUid", d.full_name as "issuedBy"
    from practices p join doctors d on d.practice_id = ${practiceId}
    where p.id = ${practiceId} and d.id = ${doctorId}`.execute(tx)
  const [issuer] = rows
  if (!issuer) throw new Error('nobody issues this paper')
  return issuer
}

/** The licence numbers of practitioners who have one, by the id of their profile. */
export const findLicenceNumbers = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{ id: number; licenceNumber: string }>`
    select id, licence_number as "licenceNumber" from doctors
    where practice_id = ${practiceId} and id = any(${[...ids]}::bigint[]) and licence_number is not null`.execute(
    tx,
  )
  return new Map(rows.map(({ id, licenceNumber }) => [id, licenceNumber]))
}

export interface NewPaper {
  readonly practiceId: number
  readonly code: string
  readonly patientId: number
  readonly scope: PaperScope
  readonly recordId: number | null
  readonly language: Language
  readonly records: readonly RecordStand[]
  readonly sha256: string
  readonly size: number
  readonly pages: number
  readonly signingKeyId: number
  readonly storageKey: string
  readonly issuedBy: number
  /** Instant. */
  readonly issuedAt: string
}

export const insertPaper = async (tx: Tx, paper: NewPaper): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into issued_papers (practice_id, code, patient_id, scope, record_id, language, records, sha256, byte_size, pages,
      signing_key_id, storage_key, issued_by, issued_at)
    values (${paper.practiceId}, ${paper.code}, ${paper.patientId}, ${paper.scope}, ${paper.recordId}, ${paper.language},
      ${JSON.stringify(paper.records)}::json, decode(${paper.sha256}, 'hex'), ${paper.size}, ${paper.pages},
      ${paper.signingKeyId}, ${paper.storageKey}, ${paper.issuedBy}, ${paper.issuedAt}::timestamptz)
    returning id`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('the paper was not stored')
  return written.id
}

export interface KeptPaper {
  readonly id: number
  readonly patientId: number
  readonly scope: PaperScope
  readonly language: Language
  readonly storageKey: string
}

export const findPaper = async (tx: Tx, practiceId: number, id: number): Promise<KeptPaper | undefined> => {
  const { rows } = await sql<KeptPaper>`
    select p.id, ${fileOf(practiceId, sql`p.patient_id`)} as "patientId", p.scope, p.language, p.storage_key as "storageKey"
    from issued_papers p where p.practice_id = ${practiceId} and p.id = ${id}`.execute(tx)
  return rows[0]
}

export interface ProvenPaper {
  readonly practiceName: string
  readonly scope: PaperScope
  readonly issuedAt: string
  readonly pages: number
  /** Hexadecimal. */
  readonly sha256: string
  /** Records as they were when the paper was issued. */
  readonly records: readonly RecordStand[]
  /** PEM. */
  readonly certificate: string
  /** Whether the patient was erased since: nobody can say what became of what is on it. */
  readonly isErased: boolean
}

/** What proves a paper, by what is printed on it. */
export const findProof = async (
  tx: Tx,
  practiceId: number,
  code: string,
): Promise<ProvenPaper | undefined> => {
  const { rows } = await sql<Omit<ProvenPaper, 'records'> & { records: Json<RecordStand[]> }>`
    select r.name as "practiceName", p.scope, iso(p.issued_at) as "issuedAt", p.pages, encode(p.sha256, 'hex') as sha256,
      p.records, k.certificate, p.erased_at is not null as "isErased"
    from issued_papers p
    join practices r on r.id = p.practice_id
    join practice_signing_keys k on k.practice_id = ${practiceId} and k.id = p.signing_key_id
    where p.practice_id = ${practiceId} and p.code = ${code}`.execute(tx)
  const [found] = rows
  return found && { ...found, records: parseJson(found.records) }
}
