import { createHash } from 'node:crypto'
import type { ErrorKey, ErrorParams } from '@ulna/contract/errors'
import type {
  DateOrder,
  ImportField,
  ImportHint,
  ImportKind,
  NameRule,
} from '@ulna/contract/imports/imports.fields'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { PracticeClock } from './imports.clock.ts'
import { readDate } from './imports.dates.ts'
import { type SplitName, splitName } from './imports.names.ts'

/** Whom a word of a column of practitioners stands for: a practitioner, nobody here any more, or nobody said it. */
export type Practitioner = { readonly doctorId: number } | 'gone' | null

/** How the rows of a file are understood. */
export interface Matching {
  readonly kind: ImportKind
  readonly headers: readonly string[]
  /** What each column is; null: it is left out. */
  readonly fields: readonly (ImportField | null)[]
  /** Orders of dates, by the number of the column. */
  readonly orders: ReadonlyMap<number, DateOrder>
  /** Columns whose order nothing proves and nobody chose. */
  readonly unproven: ReadonlySet<number>
  /** Language of the practice, in which numbers are written. */
  readonly language: Language
  /** How a name without a comma is split, and whether a person said so. */
  readonly names: { readonly rule: NameRule; readonly chosen: boolean }
  /** ISO day of today by the practice's clock. */
  readonly today: string
  readonly clock: PracticeClock
  /** Milliseconds since 1970. */
  readonly now: number
  /** Minutes that a visit lasts where the file does not say it. */
  readonly visitMinutes: number
  /** What words stand for, as they are written. */
  readonly practitioners: ReadonlyMap<string, Practitioner>
  readonly statuses: ReadonlyMap<string, string>
}

/** A fault or a hint of a row. */
export interface Remark {
  readonly field: ImportField | null
  readonly key: string
  readonly params: ErrorParams
}

export const remark = (
  field: ImportField | null,
  key: ErrorKey | ImportHint,
  params: ErrorParams = {},
): Remark => ({ field, key, params })

interface Cell {
  readonly column: number
  readonly text: string
}

/** Exports guard a cell that looks like a formula by an apostrophe, our own too: it is none of the value. */
export const unguarded = (text: string): string => text.replace(/^'(?=[=+\-@'])/, '')

/** The beginning of a text, at most so many UTF-16 units of it; a sign of two is taken whole or not at all. */
export const beginning = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')

/** The cells of a row by what they are. */
export class Cells {
  readonly #cells: ReadonlyMap<ImportField, readonly Cell[]>

  constructor({ fields }: Pick<Matching, 'fields'>, cells: readonly string[]) {
    const found = new Map<ImportField, Cell[]>()
    fields.forEach((field, column) => {
      const text = unguarded(cells[column] ?? '')
      if (field === null || text === '') return
      found.set(field, [...(found.get(field) ?? []), { column, text }])
    })
    this.#cells = found
  }

  of(field: ImportField): readonly Cell[] {
    return this.#cells.get(field) ?? []
  }

  text(field: ImportField): string {
    return this.of(field)[0]?.text ?? ''
  }
}

export const nameOf = (cells: Cells, { names }: Pick<Matching, 'names'>): SplitName => {
  const firstName = cells.text('firstName')
  const lastName = [cells.text('lastName'), cells.text('secondLastName')].filter(Boolean).join(' ')
  const whole = cells.text('fullName')
  if (whole === '' || (firstName !== '' && lastName !== '')) return { firstName, lastName, isGuess: false }
  const split = splitName(whole, names.rule)
  return { ...split, isGuess: split.isGuess && !names.chosen }
}

/** Notes of several columns say which is which. */
export const noteOf = (cells: Cells, { headers }: Matching): string => {
  const notes = cells.of('note')
  if (notes.length < 2) return notes[0]?.text ?? ''
  return notes.map(({ column, text }) => `${headers[column] ?? ''}: ${text}`).join('\n')
}

export interface ReadDay {
  readonly day: string | undefined
  readonly faults: readonly Remark[]
  readonly hints: readonly Remark[]
}

/** The day of a cell in the order of its column. `latestYear`: two digits are of no later year. */
export const dayOf = (
  cells: Cells,
  field: ImportField,
  { orders, unproven }: Matching,
  latestYear: number,
): ReadDay => {
  const [cell] = cells.of(field)
  if (!cell) return { day: undefined, faults: [], hints: [] }
  const date = readDate(cell.text, orders.get(cell.column) ?? 'day-first', latestYear)
  if (date === null) return { day: undefined, faults: [remark(field, 'field_date')], hints: [] }
  const hints = [
    ...(date.yearGuessed ? [remark(field, 'year_guessed', { year: date.day.slice(0, 4) })] : []),
    ...(date.either && unproven.has(cell.column) ? [remark(field, 'date_either', { day: date.day })] : []),
  ]
  return { day: date.day, faults: [], hints }
}

export const birthOf = (cells: Cells, matching: Matching): ReadDay => {
  const read = dayOf(cells, 'birthDate', matching, Number(matching.today.slice(0, 4)))
  if (read.day === undefined || read.day <= matching.today) return read
  return { day: undefined, faults: [remark('birthDate', 'field_future')], hints: [] }
}

/** What a row without a number of its own is known by. */
export const digestOf = (values: readonly string[]): string =>
  `row ${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`
