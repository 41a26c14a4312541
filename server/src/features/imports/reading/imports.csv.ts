import { setImmediate } from 'node:timers/promises'
import { type ImportDelimiter, importDelimiters, importLimits } from '@ulna/contract/imports/imports.fields'
import Papa from 'papaparse'
import { checkedCells, type FileRow, ImportFileError } from './imports.faults.ts'

/** UTF-16 units that are read at a time. */
const chunk = 64 * 1024
/** UTF-16 units that may belong to one row; a quotation mark that is never closed makes a row of all that follows. */
const longestRow = 2_000_000

/** A line that names the delimiter, as Excel understands it. */
const saysDelimiter = /^sep=(.)\r?\n/i

/** The delimiter of a text by its beginning: what its first line says, else what makes its rows most alike. */
export const findDelimiter = (start: string): ImportDelimiter => {
  const said = saysDelimiter.exec(start)?.[1]
  const { meta } = Papa.parse<string[]>(start, {
    preview: 50,
    skipEmptyLines: true,
    delimitersToGuess: [...importDelimiters],
  })
  return importDelimiters.find((one) => one === (said ?? meta.delimiter)) ?? ','
}

interface ParsedRow {
  readonly cells: readonly string[]
  /** Number of the cell, from 1, in which a quotation mark is not where one may be; 0 where all are. */
  readonly broken: number
  /** Where the text goes on behind it. */
  readonly end: number
}

type Newline = '\n' | '\r'

/** What ends the lines of a text, a return before a line feed aside; null while none has ended. */
const newlineOf = (text: string): Newline | null => {
  if (text.includes('\n')) return '\n'
  return text.slice(0, -1).includes('\r') ? '\r' : null
}

/** The cell that holds a quotation mark still, else the last, which has swallowed what follows. */
const brokenCell = (cells: readonly string[]): number =>
  cells.findIndex((cell) => cell.includes('"')) + 1 || cells.length

/** Rows of a text that begins with one; the last of them may go on behind its end. */
const parseRows = (text: string, delimiter: ImportDelimiter, newline: Newline): ParsedRow[] => {
  const rows: ParsedRow[] = []
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    step: ({ data, errors, meta }) => {
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      rows.push({ cells: data, broken: isBroken ? brokenCell(data) : 0, end: meta.cursor })
    },
  })
  return rows
}

/** The text in pieces of some size, and at the end what is left. */
async function* inChunks(
  text: AsyncIterable<string>,
  size: number,
): AsyncGenerator<{ readonly piece: string; readonly isLast: boolean }> {
  let waiting = ''
  let isFirst = true
  for await (const piece of text) {
    waiting += piece
    if (waiting.length < size) continue
    yield { piece: isFirst ? waiting.replace(saysDelimiter, '') : waiting, isLast: false }
    isFirst = false
    waiting = ''
  }
  yield { piece: isFirst ? waiting.replace(saysDelimiter, '') : waiting, isLast: true }
}

/** Rows as they end, or that one does not; what is read at a time leaves others their turn. */
async function* parsedRows(
  text: AsyncIterable<string>,
  delimiter: ImportDelimiter,
  size: number,
): AsyncGenerator<readonly ParsedRow[] | 'endless'> {
  let rest = ''
  let newline: Newline | null = null
  for await (const { piece, isLast } of inChunks(text, size)) {
    rest += piece
    newline ??= newlineOf(rest)
    const rows = parseRows(rest, delimiter, newline ?? '\n')
    const whole = isLast ? rows : rows.slice(0, -1)
    rest = rest.slice(whole.at(-1)?.end ?? 0)
    yield whole
    if (rest.length > longestRow) yield 'endless'
    await setImmediate()
  }
}

/**
 * Rows of a CSV (RFC 4180) as texts, with their numbers from 1; empty ones are left out and counted. `size`: UTF-16 units
 * that are read at a time. Rejects with an `ImportFileError` that names the row.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: ImportDelimiter,
  size = chunk,
): AsyncGenerator<FileRow> {
  let row = 0
  for await (const rows of parsedRows(text, delimiter, size)) {
    if (rows === 'endless') throw new ImportFileError('import_row_too_long', { row: row + 1 })
    for (const { cells, broken } of rows) {
      row += 1
      if (broken > 0) throw new ImportFileError('import_quotes', { row, column: broken })
      if (row > importLimits.rows)
        throw new ImportFileError('import_too_many_rows', { max: importLimits.rows })
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells: checkedCells(cells, row) }
    }
  }
}
