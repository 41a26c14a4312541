import type { RecordType } from '@ulna/contract/record-class/record-class'
import type { RecordData } from '@ulna/contract/record-class/record-class.validation'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Json } from '../../platform/database/wire.ts'

/** What is written down of a record, its patient and its practice, as far as whoever signs sees it. */
export interface SignableRecord {
  readonly practiceId: number
  readonly practiceName: string
  readonly timeZone: string
  readonly patientId: number
  /** Patients whose files became part of this one: something may have been signed for one of them. */
  readonly aliases: readonly number[]
  readonly patientName: string
  readonly fileId: string
  /** Calendar day. */
  readonly birthDate: string | null
  readonly socialId: string | null
  readonly id: number
  readonly version: number
  readonly type: RecordType
  readonly subtype: string | null
  readonly name: string | null
  readonly sessionNumber: number | null
  readonly caseId: number | null
  readonly caseName: string | null
  readonly occurredAt: Date
  readonly createdAt: Date
  readonly authorId: number
  readonly authorName: string
  readonly authorLicenceNumber: string | null
  readonly classId: string
  readonly classVersion: number
  /** JSON as it is stored. */
  readonly data: Json<RecordData>
  readonly signed: boolean
}

/** Finds what can be signed; undefined when there is no such record in this practice. */
export const findSignable = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<SignableRecord | undefined> => {
  const { rows } = await sql<SignableRecord>`
    select r.practice_id as "practiceId", o.name as "practiceName", o.timezone as "timeZone", r.patient_id as "patientId",
      array(select x.alias_id from patient_aliases x
        where x.practice_id = ${practiceId} and x.patient_id = r.patient_id) as aliases, p.first_name || ' ' || p.last_name as "patientName", p.file_id as "fileId", p.birth_date as "birthDate",
      p.social_id as "socialId", r.id, r.version, r.type, r.subtype, r.name, r.session_number as "sessionNumber",
      r.case_id as "caseId", c.name as "caseName", r.occurred_at as "occurredAt", r.created_at as "createdAt",
      r.author_id as "authorId", d.first_name || ' ' || d.last_name as "authorName",
      d.licence_number as "authorLicenceNumber", r.class_id as "classId",
      r.class_version as "classVersion", r.data, r.signed
    from records r
    join practices o on o.id = r.practice_id
    join patients p on p.practice_id = ${practiceId} and p.id = r.patient_id
    join doctors d on d.practice_id = ${practiceId} and d.id = r.author_id
    left join records c on c.practice_id = ${practiceId} and c.id = r.case_id
    where r.practice_id = ${practiceId} and r.id = ${id}`.execute(tx)
  const [found] = rows
  return found && { ...found, aliases: found.aliases.map(Number) }
}
