import type { Addendum } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import {
  type Json,
  joinWire,
  type WireList,
  type WireRow,
  wire,
  wireObject,
} from '../../../platform/database/wire.ts'

/** `a` the addendum, `d` its author. */
const addendumWire = wireObject<Addendum>({
  id: wire.number('a.id'),
  recordId: wire.number('a.record_id'),
  author: sql.ref('d.wire_author'),
  text: wire.text('a.text'),
  at: wire.instant('a.created_at'),
})

const ofRecord = prepared<WireRow<Addendum>, { readonly practiceId: number; readonly recordId: number }>(
  ({ practiceId, recordId }) => sql`
    select ${addendumWire} as wire
    from record_addenda a join doctors d on d.practice_id = ${practiceId} and d.id = a.author_id
    where a.practice_id = ${practiceId} and a.record_id = ${recordId} order by a.id`,
)

const ofPatient = prepared<WireRow<Addendum>, { readonly practiceId: number; readonly patientId: number }>(
  ({ practiceId, patientId }) => sql`
    select ${addendumWire} as wire
    from record_addenda a
    join records r on r.practice_id = ${practiceId} and r.id = a.record_id
    join doctors d on d.practice_id = ${practiceId} and d.id = a.author_id
    where a.practice_id = ${practiceId} and r.patient_id = ${patientId} order by a.id`,
)

/** What was added to the records of a patient, oldest first, as a wire array. */
export const findPatientAddenda = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<Json<Addendum[]>> => joinWire(await ofPatient(tx, { practiceId, patientId }))

/** What was added to a record, oldest first. */
export const findAddenda = async (
  tx: Tx,
  practiceId: number,
  recordId: number,
): Promise<WireList<Addendum>> => {
  const rows = await ofRecord(tx, { practiceId, recordId })
  return { rows: joinWire(rows), total: rows.length }
}

export interface NewAddendum {
  readonly practiceId: number
  readonly recordId: number
  readonly authorId: number
  readonly text: string
}

interface WrittenAddendum extends WireRow<Addendum> {
  readonly id: number
}

/** Adds it behind those that are there; answers its id and its wire JSON. */
export const insertAddendum = async (
  tx: Tx,
  { practiceId, recordId, authorId, text }: NewAddendum,
): Promise<WrittenAddendum> => {
  const { rows } = await sql<WrittenAddendum>`
    with a as (
      insert into record_addenda (practice_id, record_id, author_id, text)
      values (${practiceId}, ${recordId}, ${authorId}, ${text}) returning *
    )
    select a.id, ${addendumWire} as wire
    from a join doctors d on d.practice_id = ${practiceId} and d.id = a.author_id`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('the addendum was not stored')
  return written
}
