import { Readable } from 'node:stream'
import type { ImportColumn, ImportReading } from '@ulna/contract/imports/imports'
import { type ImportField, type ImportKind, importLimits } from '@ulna/contract/imports/imports.fields'
import { AppError } from '../../platform/app-error.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { FormerImport, StoredMatching, StoredReading } from './imports.repository.ts'
import { beginning } from './matching/imports.cells.ts'
import { hasNamesOf, recall } from './matching/imports.recall.ts'
import { WordFinder } from './matching/imports.words.ts'
import { findDelimiter } from './reading/imports.csv.ts'
import { decoded, EncodingFinder } from './reading/imports.encoding.ts'
import { ImportFileError } from './reading/imports.faults.ts'
import { openRows } from './reading/imports.rows.ts'
import { openWorkbook } from './reading/imports.workbook.ts'

/** Rows that are read before anything is decided. */
const lookedAt = 200
/** Bytes in which the delimiter is looked for. */
const startBytes = 128 * 1024

const isWorkbook = (start: Buffer): boolean => start.subarray(0, 2).toString('latin1') === 'PK'
/** A workbook of before 2007, or another program's file that holds no text. */
const isOther = (start: Buffer): boolean =>
  start.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1' ||
  start.subarray(0, 5).toString('latin1') === '%PDF-'

/** A file that cannot be read, as an answer. */
export const refuseUnreadable = (error: unknown): never => {
  if (error instanceof ImportFileError) throw new AppError(error.key, { params: error.params })
  throw error
}

const firstOf = async (
  bytes: AsyncIterable<Buffer>,
  encoding: StoredReading['encoding'],
): Promise<string> => {
  let text = ''
  for await (const piece of decoded(bytes, encoding ?? 'utf-8')) {
    text += piece
    if (text.length > startBytes) break
  }
  return text
}

/** How a file that just came seems to be written: its kind, encoding and delimiter, or its sheets. */
export const findReading = async (
  bytes: Buffer,
): Promise<{ readonly format: 'csv' | 'xlsx'; readonly reading: StoredReading }> => {
  if (isOther(bytes)) throw new AppError('import_file_kind')
  if (isWorkbook(bytes)) {
    const { sheets } = await openWorkbook(Readable.from([bytes])).catch(refuseUnreadable)
    return { format: 'xlsx', reading: { encoding: null, delimiter: null, sheet: 0, headerRow: 1, sheets } }
  }
  const finder = new EncodingFinder()
  finder.take(bytes)
  const encoding = finder.found()
  const start = await firstOf(Readable.from([bytes.subarray(0, startBytes)]), encoding)
  return {
    format: 'csv',
    reading: { encoding, delimiter: findDelimiter(start), sheet: null, headerRow: 1, sheets: [] },
  }
}

const columnsOf = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly (ImportField | null)[],
): ImportColumn[] => {
  const width = Math.max(header.length, ...rows.map((row) => row.length))
  return Array.from({ length: Math.min(width, importLimits.columns) }, (_, column) => {
    const values = new Set(rows.map((row) => beginning(row[column] ?? '', 200)).filter((text) => text !== ''))
    return {
      header: beginning(header[column] ?? '', 200),
      field: fields[column] ?? null,
      samples: [...values].slice(0, 3),
    }
  })
}

const startOf = async (files: FileStore, storageKey: string, reading: ImportReading) => {
  const rows: { row: number; cells: readonly string[] }[] = []
  for await (const row of openRows(files, storageKey, reading)) {
    if (row.row >= reading.headerRow) rows.push(row)
    if (rows.length > lookedAt) break
  }
  return rows
}

export interface LookedAt {
  readonly matching: StoredMatching
  /** Where a file with the same columns was from; undefined where the practice imported none. */
  readonly source: string | undefined
}

/** What a file is, and what the practice imported before. */
export interface Looking {
  readonly kind: ImportKind
  readonly former: readonly FormerImport[]
}

/**
 * What the beginning of a file shows when it is read so: its columns with what they seem to be, and rows to look at. What
 * the practice chose for columns of the same names before goes before what we know.
 */
export const lookAtFile = async (
  files: FileStore,
  storageKey: string,
  { kind, former }: Looking,
  reading: ImportReading,
): Promise<LookedAt> => {
  const [head, ...below] = await startOf(files, storageKey, reading).catch(refuseUnreadable)
  if (!head || below.length === 0) throw new AppError('import_file_empty')
  const rows = below.map(({ cells }) => cells)
  const { fields, source, ...recalled } = recall(kind, head.cells, former)
  const words = new WordFinder(fields)
  for (const cells of rows) words.take(cells)
  const matching = {
    ...recalled,
    columns: columnsOf(head.cells, rows, fields),
    preview: rows.slice(0, importLimits.previewRows).map((row) => row.map((cell) => beginning(cell, 200))),
    dates: [],
    found: words.found(),
  }
  return { matching, source }
}

/** Ways of before in which a file is tried to be read. */
const mostWays = 3

/** The encoding that a file shows is its own; of two that no file shows it is the one that was chosen before. */
const asBefore = (found: StoredReading, former: StoredReading): StoredReading => ({
  ...former,
  encoding:
    found.encoding === 'windows-1252' && former.encoding === 'macintosh' ? former.encoding : found.encoding,
  sheets: found.sheets,
})

/** The way in which a file of the same columns was read before; as the file seems to be written where there is none. */
export const readingOf = async (
  files: FileStore,
  storageKey: string,
  found: StoredReading,
  former: readonly FormerImport[],
): Promise<StoredReading> => {
  const isLikeIt = ({ reading }: FormerImport): boolean =>
    (reading.sheet === null) === (found.sheet === null) &&
    (reading.sheet ?? 0) < Math.max(1, found.sheets.length)
  const fitting = former.filter(isLikeIt).map((one) => ({ one, reading: asBefore(found, one.reading) }))
  const ways = Map.groupBy(fitting, ({ reading }) => JSON.stringify(reading))
  for (const same of [...ways.values()].slice(0, mostWays)) {
    const [way] = same
    if (!way) continue
    const [head] = await startOf(files, storageKey, way.reading).catch(() => [])
    if (head && same.some(({ one }) => hasNamesOf(one, head.cells))) return way.reading
  }
  return found
}
