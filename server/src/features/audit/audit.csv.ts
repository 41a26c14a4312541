import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { TrailRecord } from './audit.repository.ts'

const columns = [
  'at',
  'action',
  'userId',
  'userName',
  'patientId',
  'patientName',
  'subjectType',
  'subjectId',
  'ip',
  'detail',
  'key',
] as const satisfies readonly (keyof TrailRecord)[]

/** Rows that are written without letting others go on. */
const batchSize = 1000

/** A text that looks as if the mark of a text stood before it already gets one more, so that it can be told apart. */
const marked = (text: string): string => (/^'+[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)

const asCsv = (rows: readonly TrailRecord[], isFirst: boolean): string =>
  stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    bom: isFirst,
    record_delimiter: 'windows',
    // A return without a line feed ends a line for some readers.
    quoted_match: /\r/,
    // A cell that begins like a formula is text to a spreadsheet too (OWASP, CSV injection).
    escape_formulas: true,
    cast: { string: marked },
  })

/** Rows of the trail as CSV (RFC 4180) in UTF-8 with a byte order mark, as spreadsheets want it. */
export const trailAsCsv = async (rows: readonly TrailRecord[]): Promise<Buffer> => {
  const parts = [asCsv(rows.slice(0, batchSize), true)]
  for (let at = batchSize; at < rows.length; at += batchSize) {
    await setImmediate()
    parts.push(asCsv(rows.slice(at, at + batchSize), false))
  }
  return Buffer.from(parts.join(''))
}
