import type { FieldOption, RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { fieldsOf, switchOptions } from '@ulna/contract/record-class/record-class.fields'
import { pairParams } from '@ulna/contract/record-class/record-class.pairs'
import type { Score } from '@ulna/contract/record-class/record-class.scores'

const optionKeys = (options: readonly FieldOption[]): string[] => options.map((option) => option.label)

const paramKey = (field: RecordField, name: string): string[] => {
  const key = field.params?.[name]
  return typeof key === 'string' ? [key] : []
}

const normKeys = (field: RecordField): string[] => {
  const norm = field.type === 'measure_pair' ? pairParams(field).norm : null
  return norm ? [norm.source] : []
}

const fieldKeys = (field: RecordField): string[] => [
  field.label,
  ...(field.hint === undefined ? [] : [field.hint]),
  ...optionKeys(field.options ?? []),
  ...optionKeys(switchOptions(field) ?? []),
  ...paramKey(field, 'unit'),
  ...paramKey(field, 'valueLabel'),
  ...normKeys(field),
]

/** The keys of every text the scores of a class show. */
const scoreKeys = (scores: readonly Score[] = []): string[] =>
  scores.flatMap(({ label, unit, bands = [] }) => [
    label,
    ...(unit === undefined ? [] : [unit]),
    ...bands.map((band) => band.label),
  ])

/** The keys of every text a class shows. */
export const textKeysOf = (recordClass: RecordClassFile): string[] => [
  ...new Set([
    recordClass.name,
    ...(recordClass.description === undefined ? [] : [recordClass.description]),
    ...recordClass.sections.flatMap(({ label, text }) => (text === undefined ? [label] : [label, text])),
    ...fieldsOf(recordClass).flatMap(({ field }) => fieldKeys(field)),
    ...scoreKeys(recordClass.scores),
  ]),
]
