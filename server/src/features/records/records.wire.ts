import type { RecordRow } from '@ulna/contract/records/records'
import { type RawBuilder, sql } from 'kysely'
import type { Json } from '../../platform/database/wire.ts'

/** A time zone PostgreSQL knows for an offset in minutes east of UTC; POSIX counts the hours to the west. */
export const zoneOfOffset = (minutes: number): string => {
  const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')
  return `<o>${minutes > 0 ? '-' : '+'}${hours}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`
}

const nothing = ',"name":null,"caseOutcome":null,"voidReason":null,"data":null'

/** What only a history says that became part of another one. */
const end = sql`case when r.former then ',"former":true}' else '}' end`

/**
 * A `RecordRow` of the contract: kept text, its author and its day in a zone; `r` is the record, `d` its author.
 * Without clinical access its content stays behind: that it exists, its kind, date and author are all that goes out
 * (product-decisions.md §4).
 */
export const recordWire = (clinical: boolean, zone: RawBuilder<unknown>): RawBuilder<Json<RecordRow>> => {
  const localDay = sql`(r.occurred_at at time zone ${zone})::date`
  return clinical
    ? sql`r.wire_head || r.wire_content || ',"localDay":"' || ${localDay}::text || '","author":' || d.wire_author || ',"data":' || r.data::text || ${end}`
    : sql`r.wire_head || ${sql.lit(nothing)} || ',"localDay":"' || ${localDay}::text || '","author":' || d.wire_author || ${end}`
}
