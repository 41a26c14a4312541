import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

/** Rows that are written without letting others go on. */
const batchSize = 1000

/** A text that looks as if the mark of a text stood before it already gets one more, so that it can be told apart. */
const marked = (text: string): string => (/^'+[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)

/** A number that is written as it is, whatever its sign: `-49.95`. */
export class CsvNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type CsvRow<Column extends string> = {
  readonly [Name in Column]: string | number | CsvNumber | null
}

/** How any table is written. */
const asWritten = {
  record_delimiter: 'windows',
  // A return or a line feed alone ends a line for some readers.
  quoted_match: /[\r\n]/,
  // A cell that begins like a formula is text to a spreadsheet too (OWASP, CSV injection).
  escape_formulas: true,
} as const

const asCsv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly CsvRow<Column>[],
  isFirst: boolean,
): string =>
  stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    bom: isFirst,
    ...asWritten,
    cast: {
      string: marked,
      object: ({ text }) => ({ value: String(text), escape_formulas: false }),
    },
  })

/** Writes rows a batch at a time. */
const inBatches = async <Row>(
  rows: readonly Row[],
  write: (batch: readonly Row[], isFirst: boolean) => string,
): Promise<Buffer> => {
  const parts = [write(rows.slice(0, batchSize), true)]
  for (let at = batchSize; at < rows.length; at += batchSize) {
    await setImmediate()
    parts.push(write(rows.slice(at, at + batchSize), false))
  }
  return Buffer.from(parts.join(''))
}

/** Rows as CSV (RFC 4180) in UTF-8 with a byte order mark, as spreadsheets want it. */
export const csvFile = <Column extends string>(
  columns: readonly Column[],
  rows: readonly CsvRow<Column>[],
): Promise<Buffer> => inBatches(rows, (batch, isFirst) => asCsv(columns, batch, isFirst))

/** Some rows of texts; the first of a file begin with its mark. */
export const csvLines = (rows: readonly (readonly string[])[], isFirst: boolean): string =>
  stringify(
    rows.map((row) => row.map(marked)),
    { ...asWritten, bom: isFirst },
  )

/** The same of rows of texts whose columns have the names that the first row gives them, be they empty or alike. */
export const csvTable = (rows: readonly (readonly string[])[]): Promise<Buffer> => inBatches(rows, csvLines)
