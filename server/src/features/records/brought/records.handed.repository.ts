import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** A record of another practice, as it is kept here. */
export interface HandedRecord {
  readonly authorId: number
  readonly type: 'document' | 'test'
  readonly subtype: string | null
  readonly classId: string
  readonly version: number
  readonly name: string | null
  /** Instants. */
  readonly at: string
  readonly voidedAt: string | null
  readonly voidReason: string | null
  /** JSON text. */
  readonly data: string
}

export interface HandedAddendum {
  readonly recordId: number
  readonly authorId: number
  readonly text: string
  /** Instant. */
  readonly at: string
}

interface Place {
  readonly practiceId: number
  readonly patientId: number
}

export const insertHanded = async (
  tx: Tx,
  { practiceId, patientId }: Place,
  records: readonly HandedRecord[],
): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval('global_id') as id from generate_series(1, ${records.length}::int)`.execute(tx)
  const withIds = records.map((record, index) => ({ ...record, id: Number(rows[index]?.id) }))
  const ids = withIds.map(({ id }) => id)
  await sql`
    insert into records (practice_id, id, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at,
      data, voided_at, void_reason)
    select ${practiceId}, r.id, ${patientId}, r."authorId", r.type::record_type, r.subtype, r."classId", r.version, r.name,
      r.at, r.data::json, r."voidedAt", r."voidReason"
    from json_to_recordset(${JSON.stringify(withIds)}::json) as r (id bigint, "authorId" bigint, type text, subtype text,
      "classId" text, version integer, name text, at timestamptz, data text, "voidedAt" timestamptz,
      "voidReason" text) returning 1`.execute(tx)
  await sql`
    insert into record_versions (practice_id, record_id, version, author_id, occurred_at, class_id, class_version, data)
    select r.practice_id, r.id, r.version, r.author_id, r.occurred_at, r.class_id, r.class_version, r.data
    from records r where r.practice_id = ${practiceId} and r.id = any(${ids}::bigint[]) returning 1`.execute(
    tx,
  )
  return ids
}

export const insertAddenda = async (
  tx: Tx,
  practiceId: number,
  addenda: readonly HandedAddendum[],
): Promise<void> => {
  await sql`
    insert into record_addenda (practice_id, record_id, author_id, text, created_at)
    select ${practiceId}, a."recordId", a."authorId", a.text, a.at
    from json_to_recordset(${JSON.stringify(addenda)}::json) as a ("recordId" bigint, "authorId" bigint, text text,
      at timestamptz) returning 1`.execute(tx)
}
