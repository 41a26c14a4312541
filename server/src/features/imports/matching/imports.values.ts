import { createHash } from 'node:crypto'
import type { ErrorKey, ErrorParams, FieldError } from '@ulna/contract/errors'
import type { DateOrder, ImportField, ImportHint } from '@ulna/contract/imports/imports.fields'
import { languages } from '@ulna/contract/languages'
import { type PatientInput, patientInput } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import { fieldsFromIssues } from '../../../platform/http/request-errors.ts'
import { readDate } from './imports.dates.ts'
import { oddDocument } from './imports.documents.ts'
import { splitName } from './imports.names.ts'

/** How the rows of a file are understood. */
export interface Matching {
  readonly headers: readonly string[]
  /** What each column is; null: it is left out. */
  readonly fields: readonly (ImportField | null)[]
  /** Orders of dates, by the number of the column. */
  readonly orders: ReadonlyMap<number, DateOrder>
  /** Columns whose order nothing proves and nobody chose. */
  readonly unproven: ReadonlySet<number>
  /** Language of the practice: whether a name without a comma ends in two surnames. */
  readonly language: Language
  /** ISO day of today by the practice's clock. */
  readonly today: string
}

/** A fault or a hint of a row. */
export interface Remark {
  readonly field: ImportField | null
  readonly key: string
  readonly params: ErrorParams
}

export interface ReadRow {
  /** Null where a fault keeps it from being a patient. */
  readonly input: PatientInput | null
  readonly name: string
  /** By what its source knows the person; a digest of the row where the file has no number of its own. */
  readonly externalId: string
  readonly faults: readonly Remark[]
  readonly hints: readonly Remark[]
}

interface Cell {
  readonly column: number
  readonly text: string
}

/** Exports guard a cell that looks like a formula by an apostrophe, our own too: it is none of the value. */
const unguarded = (text: string): string => text.replace(/^'(?=[=+\-@'])/, '')

class Cells {
  readonly #cells: ReadonlyMap<ImportField, readonly Cell[]>

  constructor({ fields }: Matching, cells: readonly string[]) {
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

const remark = (field: ImportField | null, key: ErrorKey | ImportHint, params: ErrorParams = {}): Remark => ({
  field,
  key,
  params,
})

const nameOf = (cells: Cells, language: Language) => {
  const firstName = cells.text('firstName')
  const lastName = [cells.text('lastName'), cells.text('secondLastName')].filter(Boolean).join(' ')
  const whole = cells.text('fullName')
  if (whole === '' || (firstName !== '' && lastName !== '')) return { firstName, lastName, isGuess: false }
  return splitName(whole, language === 'es')
}

/** The words by which files name a language. */
const languageWords: Readonly<Record<Language, readonly string[]>> = {
  es: ['es', 'spa', 'espanol', 'español', 'castellano', 'spanish', 'spagnolo'],
  en: ['en', 'eng', 'ingles', 'inglés', 'english', 'inglese'],
  it: ['it', 'ita', 'italiano', 'italian'],
}

const languageOf = (text: string): Language | null => {
  const [word = ''] = text.toLowerCase().split(/[-_]/)
  return languages.find((one) => languageWords[one].includes(word)) ?? null
}

/** Notes of several columns say which is which. */
const noteOf = (cells: Cells, { headers }: Matching): string => {
  const notes = cells.of('note')
  if (notes.length < 2) return notes[0]?.text ?? ''
  return notes.map(({ column, text }) => `${headers[column] ?? ''}: ${text}`).join('\n')
}

interface Birth {
  readonly day: string | undefined
  readonly faults: readonly Remark[]
  readonly hints: readonly Remark[]
}

const birthOf = (cells: Cells, { orders, unproven, today }: Matching): Birth => {
  const [cell] = cells.of('birthDate')
  if (!cell) return { day: undefined, faults: [], hints: [] }
  const date = readDate(cell.text, orders.get(cell.column) ?? 'day-first', Number(today.slice(0, 4)))
  if (date === null) return { day: undefined, faults: [remark('birthDate', 'field_date')], hints: [] }
  if (date.day > today) return { day: undefined, faults: [remark('birthDate', 'field_future')], hints: [] }
  const hints = [
    ...(date.yearGuessed ? [remark('birthDate', 'year_guessed', { year: date.day.slice(0, 4) })] : []),
    ...(date.either && unproven.has(cell.column)
      ? [remark('birthDate', 'date_either', { day: date.day })]
      : []),
  ]
  return { day: date.day, faults: [], hints }
}

const columnOfPatient: Readonly<Record<string, ImportField>> = {
  firstName: 'firstName',
  lastName: 'lastName',
}

const faultOf = ({ field, message, params }: FieldError): Remark =>
  remark(columnOfPatient[field] ?? (field as ImportField), message, params)

/** A number that is told where it stands: without a figure it is none. */
const withoutFigure = (cells: Cells): Remark[] =>
  (['phone', 'mobile'] as const)
    .filter((field) => cells.text(field) !== '' && !/\d/.test(cells.text(field)))
    .map((field) => remark(field, 'field_phone'))

const digestOf = (values: readonly string[]): string =>
  `row ${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`

/** A patient of a row of the file, or what is wrong with it. */
export const readRow = (matching: Matching, given: readonly string[]): ReadRow => {
  const cells = new Cells(matching, given)
  const { firstName, lastName, isGuess } = nameOf(cells, matching.language)
  const birth = birthOf(cells, matching)
  const values = {
    firstName,
    lastName,
    birthDate: birth.day,
    fileId: cells.text('fileId'),
    socialId: cells.text('socialId'),
    phone: cells.text('phone'),
    mobile: cells.text('mobile'),
    email: cells.text('email'),
    address: cells
      .of('address')
      .map(({ text }) => text)
      .join(', '),
    note: noteOf(cells, matching),
    language: languageOf(cells.text('language')),
  }
  const parsed = patientInput.safeParse(values)
  const faults = [
    ...(parsed.success ? [] : fieldsFromIssues(parsed.error.issues, values).map(faultOf)),
    ...birth.faults,
    ...withoutFigure(cells),
  ]
  const odd = oddDocument(cells.text('socialId'))
  const hints = [
    ...(isGuess ? [remark('fullName', 'name_split', { firstName, lastName })] : []),
    ...birth.hints,
    ...(odd ? [remark('socialId', odd)] : []),
  ]
  const own = cells.text('externalId')
  return {
    input: parsed.success && faults.length === 0 ? parsed.data : null,
    name: [firstName, lastName].filter(Boolean).join(' '),
    externalId:
      own === ''
        ? digestOf([
            firstName,
            lastName,
            birth.day ?? '',
            values.socialId,
            values.email,
            values.mobile,
            values.phone,
          ])
        : own.slice(0, 200),
    faults,
    hints,
  }
}
