import { type Matching, type Remark, remark } from './imports.cells.ts'

/** What bytes that mean nothing become. */
const unreadable = '\uFFFD'

/** Letters of UTF-8 that were read as Windows-1252: “Ã±”, “Ã¡”, “Â¿”, “â€œ”. */
const misread =
  /Ã[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|Â[\u00a0-\u00bf]|â€/

export interface OddLetters {
  readonly faults: readonly Remark[]
  readonly hints: readonly Remark[]
}

/**
 * Cells of a row (from 1) that were not read as they were written: a file of several encodings has some. A sign that is
 * lost is a fault; letters that look like those of another encoding may be meant, so they are a hint.
 */
export const oddLetters = (
  { fields, headers }: Pick<Matching, 'fields' | 'headers'>,
  cells: readonly string[],
  row: number,
): OddLetters => {
  const found = (isOdd: (cell: string) => boolean, key: 'import_unreadable_sign' | 'odd_letters'): Remark[] =>
    fields.flatMap((field, column) => {
      if (field === null || !isOdd(cells[column] ?? '')) return []
      return [remark(field, key, { row, column: column + 1, name: headers[column] ?? '' })]
    })
  return {
    faults: found((cell) => cell.includes(unreadable), 'import_unreadable_sign'),
    hints: found((cell) => misread.test(cell), 'odd_letters'),
  }
}
