import type { RecordOrigin } from '@ulna/contract/hand-overs/hand-overs'
import type { Signature } from '@ulna/contract/signatures/signatures'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, parseJson } from '../../platform/database/wire.ts'
import type { HandedOrigin } from './mapping/base/fhir.patient-file.ts'

/** What is kept of a record as it was where it comes from. */
type About = Pick<RecordOrigin, 'record' | 'author' | 'consent'> & {
  readonly signatures: readonly Signature[]
}

interface OriginRow extends Pick<HandedOrigin, 'recordId' | 'practice' | 'origin' | 'madeAt' | 'takenAt'> {
  readonly receivedId: number
  readonly about: Json<About>
}

interface SealsRow {
  readonly id: number
  /** As the sender signed them. */
  readonly seals: Json<readonly { readonly sealId: string; readonly state: string }[]>
}

const findSeals = async (
  tx: Tx,
  practiceId: number,
  receivedIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> => {
  const { rows } = await sql<SealsRow>`
    select id, seals from received_hand_overs
    where practice_id = ${practiceId} and id = any(${[...receivedIds]}::bigint[])`.execute(tx)
  return new Map(
    rows.map(({ id, seals }) => [id, new Map(parseJson(seals).map(({ sealId, state }) => [sealId, state]))]),
  )
}

/** Where the records of a patient come from that were handed over, as the sender signed it. */
export const findOrigins = async (tx: Tx, practiceId: number, patientId: number): Promise<HandedOrigin[]> => {
  const { rows } = await sql<OriginRow>`
    select o.record_id as "recordId", o.received_id as "receivedId", h.origin_practice as practice, h.origin,
      iso(h.made_at) as "madeAt", iso(h.taken_at) as "takenAt", o.about
    from received_records o
    join received_hand_overs h on h.practice_id = ${practiceId} and h.id = o.received_id
    join records r on r.practice_id = ${practiceId} and r.id = o.record_id
    where o.practice_id = ${practiceId} and r.patient_id = ${patientId}
    order by o.record_id`.execute(tx)
  const seals = await findSeals(tx, practiceId, [...new Set(rows.map(({ receivedId }) => receivedId))])
  return rows.map(({ about, receivedId, ...row }) => {
    const { record, author, consent, signatures } = parseJson(about)
    const states = seals.get(receivedId)
    return {
      ...{ ...row, record, author, consent },
      signatures: signatures.map((one) => ({ ...one, found: states?.get(one.sealId) ?? null })),
    }
  })
}
