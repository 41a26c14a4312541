import { appointmentStatuses } from '@ulna/contract/appointments/appointments'
import { foldText } from '@ulna/contract/fold-text'
import type { ImportValue } from '@ulna/contract/imports/imports'
import {
  goneTarget,
  type ImportField,
  importLimits,
  type ValueField,
  valueFields,
} from '@ulna/contract/imports/imports.fields'
import { beginning, type Practitioner, unguarded } from './imports.cells.ts'
import statusWords from './status-words.json' with { type: 'json' }

/** Words of columns that stand for something here, as they were found; an empty one stands for rows that say nothing. */
export type FoundWords = Readonly<Record<ValueField, readonly string[]>>

export const noWords: FoundWords = { practitioner: [], status: [] }

/** What a person said that a word stands for. */
export interface SaidWord {
  readonly field: ValueField
  readonly text: string
  readonly target: string | null
}

export interface Member {
  readonly id: number
  readonly fullName: string
}

/** A cell as a word that somebody says something of. */
export const wordOf = (cell: string): string => beginning(unguarded(cell), importLimits.value)

/** Collects the different words of the columns while rows pass. */
export class WordFinder {
  readonly #columns: ReadonlyMap<ValueField, number>
  readonly #found: Record<ValueField, Set<string>>

  constructor(fields: readonly (ImportField | null)[], before: FoundWords = noWords) {
    this.#columns = new Map(valueFields.map((field) => [field, fields.indexOf(field)]))
    this.#found = { practitioner: new Set(before.practitioner), status: new Set(before.status) }
  }

  take(cells: readonly string[]): void {
    for (const [field, column] of this.#columns) this.#found[field].add(wordOf(cells[column] ?? ''))
  }

  /** There are so many that nobody would say of each what it stands for: the column is another one. */
  get isTooMany(): boolean {
    return valueFields.some((field) => this.#found[field].size > importLimits.values)
  }

  found(): FoundWords {
    const inOrder = (field: ValueField): string[] =>
      [...this.#found[field]].slice(0, importLimits.values).sort((one, other) => one.localeCompare(other))
    return { practitioner: inOrder('practitioner'), status: inOrder('status') }
  }
}

const plain = (text: string): string =>
  foldText(text)
    .replaceAll(/[.,;:_-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const statusOfWord = new Map(
  appointmentStatuses.flatMap((status) => statusWords[status].map((word) => [word, status] as const)),
)

/** Words before a name that are none of it. */
const titles = /^(dr|dra|d|dna|don|dona|sr|sra|fisio|ft|lic|dott|dottssa|sig|mr|mrs|ms) /

const wordsOf = (name: string): string => plain(name).replace(titles, '').split(' ').sort().join(' ')

/** The one practitioner of that name, whatever the order of its words; who is alone stands for what says nothing. */
const likelyPractitioner = (text: string, members: readonly Member[]): string | null => {
  const fitting =
    text === '' ? members : members.filter(({ fullName }) => wordsOf(fullName) === wordsOf(text))
  return fitting.length === 1 && fitting[0] ? String(fitting[0].id) : null
}

const likely = (field: ValueField, text: string, members: readonly Member[]): string | null =>
  field === 'status' ? (statusOfWord.get(plain(text)) ?? null) : likelyPractitioner(text, members)

/** What each word stands for: what a person said, else what it seems to. */
export const valuesOf = (
  found: FoundWords,
  said: readonly SaidWord[],
  members: readonly Member[],
): ImportValue[] =>
  valueFields.flatMap((field) =>
    found[field].map((text) => {
      const one = said.find((word) => word.field === field && word.text === text)
      return {
        field,
        text,
        target: one ? one.target : likely(field, text, members),
        chosen: one !== undefined,
      }
    }),
  )

/** Whether something may be said of a word of that column. */
export const isTarget = (field: ValueField, target: string | null, members: readonly Member[]): boolean => {
  if (target === null) return true
  if (field === 'status') return appointmentStatuses.some((status) => status === target)
  return target === goneTarget || members.some(({ id }) => String(id) === target)
}

const practitionerOf = (target: string | null): Practitioner => {
  if (target === null || target === goneTarget) return target
  return { doctorId: Number(target) }
}

/** The same, to be looked up by the word. */
export const lookUps = (values: readonly ImportValue[]) => ({
  practitioners: new Map(
    values.flatMap(({ field, text, target }) =>
      field === 'practitioner' ? [[text, practitionerOf(target)] as const] : [],
    ),
  ),
  statuses: new Map(
    values.flatMap(({ field, text, target }) =>
      field === 'status' && target !== null ? [[text, target] as const] : [],
    ),
  ),
})
