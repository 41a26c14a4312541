import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { ImportKey } from '../imports.repository.ts'
import { ofImport } from '../imports.rows.repository.ts'
import type { Visit } from './imports.places.ts'

/** Rows that one statement reads or writes. */
const slice = 20_000

interface PlacedRow {
  readonly row: number
  readonly agenda: string
  readonly start: Date
  readonly end: Date
}

/** The visits of an import that need room in an agenda, in the order of their starts. */
export const findVisits = async (tx: Tx, key: ImportKey, last: number): Promise<Visit[]> => {
  const visits: Visit[] = []
  for (let from = 0; from < last; from += slice) {
    const { rows } = await sql<PlacedRow>`
      select r.row_number as row, coalesce(r.doctor_id::text, d.id::text, 'gone ' || r.gone_name) as agenda, r.start_at as start,
        r.end_at as "end"
      from import_rows r left join doctors d on d.practice_id = ${key.practiceId} and d.origin = r.gone_name
      where ${ofImport(key)} and r.row_number > ${from} and r.row_number <= ${from + slice}
        and r.fate = 'create' and r.done_at is null and r.holds`.execute(tx)
    for (const { row, agenda, start, end } of rows)
      visits.push({ row, agenda, start: start.getTime(), end: end.getTime() })
  }
  return visits.sort((one, other) => one.start - other.start || one.row - other.row)
}

/** How a visit is to be carried out, where it is not as rows are at first. */
export interface Outcome {
  readonly row: number
  readonly lane: number
  readonly overlaps: boolean
  readonly isClash: boolean
  readonly remark: { readonly key: string; readonly params: Readonly<Record<string, string | number>> } | null
}

const written = ({ row, lane, overlaps, isClash, remark }: Outcome) => ({
  ...{ row, lane, overlaps },
  clash: isClash,
  remarks: JSON.stringify(remark === null ? [] : [{ field: null, ...remark }]),
})

/** Writes where visits go and which clash; what was found of their names stays. */
export const writeOutcomes = async (tx: Tx, key: ImportKey, outcomes: readonly Outcome[]): Promise<void> => {
  await sql`
    update import_rows r set lane = 1, stands_over = false
    where ${ofImport(key)} and r.done_at is null and (r.lane <> 1 or r.stands_over)`.execute(tx)
  for (let from = 0; from < outcomes.length; from += slice)
    await sql`
      update import_rows r set lane = o.lane, stands_over = o."overlaps",
        fate = case when o.clash then 'clash' else r.fate end,
        found = case when o.remarks = '[]' then r.found else o.remarks end
      from json_to_recordset(${JSON.stringify(outcomes.slice(from, from + slice).map(written))}::json)
        as o ("row" int, lane smallint, "overlaps" boolean, clash boolean, remarks text)
      where ${ofImport(key)} and r.row_number = o."row"`.execute(tx)
}
