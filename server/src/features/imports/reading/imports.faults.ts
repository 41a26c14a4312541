import type { ErrorKey, ErrorParams } from '@ulna/contract/errors'
import { importLimits } from '@ulna/contract/imports/imports.fields'

/** A file that cannot be read to its end: why, with the row (from 1) where there is one. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError'
  readonly key: ErrorKey
  readonly params: ErrorParams

  constructor(key: ErrorKey, params: ErrorParams = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

/** A row of a file: its number from 1, as a spreadsheet counts, and its cells as texts. */
export interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** The cells of a row without the space around them; too many, or one too long, is no file of ours. */
export const checkedCells = (cells: readonly string[], row: number): string[] => {
  if (cells.length > importLimits.columns)
    throw new ImportFileError('import_too_many_columns', { row, max: importLimits.columns })
  const long = cells.findIndex((cell) => cell.length > importLimits.cell)
  if (long >= 0)
    throw new ImportFileError('import_cell_too_long', { row, column: long + 1, max: importLimits.cell })
  return cells.map((cell) => cell.trim())
}
