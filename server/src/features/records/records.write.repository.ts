import type { CaseStatus, RecordRow } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { WireRow } from '../../platform/database/wire.ts'
import { recordWire } from './records.wire.ts'

/** A record as it is stored for the first time. */
export interface NewRecord {
  readonly practiceId: number
  readonly patientId: number
  readonly authorId: number
  readonly type: string
  readonly subtype: string | null
  readonly classId: string
  readonly classVersion: number
  readonly name: string | null
  /** ISO 8601; null is now. */
  readonly occurredAt: string | null
  /** JSON text, kept byte for byte. */
  readonly data: string
  readonly caseId: number | null
  /** Of a follow-up in its case. */
  readonly sessionNumber: number | null
  readonly caseStatus: CaseStatus | null
}

interface WrittenRecord extends WireRow<RecordRow> {
  readonly id: number
}

const insertWithVersion = prepared<WrittenRecord, NewRecord & { readonly zone: string }>(
  (a) => sql`
    with r as (
      insert into records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at,
        data, case_id, session_number, case_status)
      values (${a.practiceId}, ${a.patientId}, ${a.authorId}, ${a.type}, ${a.subtype}, ${a.classId}, ${a.classVersion},
        ${a.name}, either(${a.occurredAt}::timestamptz, now()), ${a.data}::json, ${a.caseId},
        ${a.sessionNumber}, ${a.caseStatus})
      returning *
    ), kept as (
      insert into record_versions (practice_id, record_id, version, author_id, occurred_at, class_id, class_version, data,
        case_status)
      select practice_id, id, version, author_id, occurred_at, class_id, class_version, data, case_status from r
      -- What a temporary document says is a version once it is completed.
      where not (type = 'document' and coalesce(subtype, '') = 'temporal')
      returning 1
    )
    select r.id, ${recordWire(true, a.zone)} as wire
    from r join doctors d on d.practice_id = ${a.practiceId} and d.id = r.author_id`,
)

/** Stores the record with its first version in one statement; answers its id and its wire JSON, content and all. */
export const insertRecord = async (tx: Tx, record: NewRecord, zone: string): Promise<WrittenRecord> => {
  const [written] = await insertWithVersion(tx, { ...record, zone })
  if (!written) throw new Error('the record was not stored')
  return written
}
