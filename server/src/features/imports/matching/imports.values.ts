import type { FieldError } from '@ulna/contract/errors'
import type { ImportField } from '@ulna/contract/imports/imports.fields'
import { languages } from '@ulna/contract/languages'
import { type PatientInput, patientInput } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import { fieldsFromIssues } from '../../../platform/http/request-errors.ts'
import {
  beginning,
  birthOf,
  Cells,
  digestOf,
  type Matching,
  nameOf,
  noteOf,
  type Remark,
  remark,
} from './imports.cells.ts'
import { oddDocument } from './imports.documents.ts'

export interface ReadPatient {
  /** Null where a fault keeps it from being a patient. */
  readonly input: PatientInput | null
  readonly name: string
  /** By what its source knows the person; a digest of the row where the file has no number of its own. */
  readonly externalId: string
  readonly faults: readonly Remark[]
  readonly hints: readonly Remark[]
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

/** A patient of a row of the file, or what is wrong with it. */
export const readPatient = (matching: Matching, given: readonly string[]): ReadPatient => {
  const cells = new Cells(matching, given)
  const { firstName, lastName, isGuess } = nameOf(cells, matching)
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
        : beginning(own, 200),
    faults,
    hints,
  }
}
