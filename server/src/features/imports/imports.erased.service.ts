import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { KeyRing } from '../../platform/tokens.ts'
import { recognisedIn } from '../erasures/erasures.recognition.service.ts'
import type { ImportKey } from './imports.repository.ts'

interface Candidate {
  readonly row: number
  readonly document: string | null
  readonly bareDocument: string | null
  readonly name: string | null
  readonly birthDate: string | null
  readonly source: string
  readonly externalId: string
}

const slice = 5000

const findCandidates = async (
  tx: Tx,
  { practiceId, importId }: ImportKey,
  after: number,
): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select r.row_number as row, fold(r.patient::json ->> 'socialId') as document, r.social_key as "bareDocument",
      r.name_key as name, to_char(r.birth_date, 'YYYY-MM-DD') as "birthDate", i.source, r.external_id as "externalId"
    from import_rows r join imports i on i.practice_id = ${practiceId} and i.id = r.import_id
    where r.practice_id = ${practiceId} and r.import_id = ${importId} and r.fate in ('create', 'repeated')
      and r.done_at is null and r.row_number > ${after}
    order by r.row_number limit ${slice}`.execute(tx)
  return rows
}

const faultOf = (day: string) => [{ field: 'lastName', key: 'import_patient_erased', params: { day } }]

const refuseRows = async (
  tx: Tx,
  { practiceId, importId }: ImportKey,
  found: readonly { readonly row: number; readonly day: string }[],
): Promise<void> => {
  if (found.length === 0) return
  const refused = found.map(({ row, day }) => ({ row, faults: JSON.stringify(faultOf(day)) }))
  await sql`
    update import_rows r set fate = 'fault', faults = f.faults
    from json_to_recordset(${JSON.stringify(refused)}::json) as f ("row" int, faults text)
    where r.practice_id = ${practiceId} and r.import_id = ${importId} and r.row_number = f."row"`.execute(tx)
}

/**
 * Leaves out who was erased in this practice: a file does not bring them back. Whoever comes again as a new patient is
 * registered by a person. A row whose person stands further up is asked about too: it is the next to be carried out.
 */
export const refuseErased = async (tx: Tx, keys: KeyRing, key: ImportKey): Promise<void> => {
  const recognised = await recognisedIn(tx, keys, key.practiceId)
  if (!recognised) return
  let after = 0
  let some = await findCandidates(tx, key, after)
  while (some.length > 0) {
    const found = some.flatMap(({ row, ...likeness }) => {
      const day = recognised.dayOf(likeness)
      return day === undefined ? [] : [{ row, day }]
    })
    await refuseRows(tx, key, found)
    after = some.at(-1)?.row ?? after
    some = await findCandidates(tx, key, after)
  }
}
