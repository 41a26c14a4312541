import type { RecordStand } from '@ulna/contract/papers/papers'
import type { Addendum, RecordRow } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { parseJson } from '../../../platform/database/wire.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { findPatientAddenda } from '../addenda/records.addenda.repository.ts'
import { findPatientRecords } from '../records.repository.ts'

export interface RecordsOnPaper {
  /** Newest first, void ones included. */
  readonly records: readonly RecordRow[]
  /** Oldest first. */
  readonly addenda: readonly Addendum[]
}

/** The records of a patient with what was added to them, for who puts them onto paper. */
export const recordsForPaper = async (
  tx: Tx,
  { practiceId, clinical, timezone }: PracticeActor,
  patientId: number,
): Promise<RecordsOnPaper> => {
  const [{ rows }, addenda] = await Promise.all([
    findPatientRecords(tx, { practiceId, clinical, zone: timezone }, patientId),
    findPatientAddenda(tx, practiceId, patientId),
  ])
  return { records: parseJson(rows.toString()), addenda: parseJson(addenda) }
}

/** Where records stand now; one that is gone is left out. */
export const standsOf = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly RecordStand[]> => {
  const { rows } = await sql<RecordStand>`
    select r.id, r.version, r.voided_at is not null as voided,
      (select count(*)::int from record_addenda a where a.practice_id = ${practiceId} and a.record_id = r.id) as addenda
    from records r where r.practice_id = ${practiceId} and r.id = any(${[...ids]}::bigint[])`.execute(tx)
  return rows
}
