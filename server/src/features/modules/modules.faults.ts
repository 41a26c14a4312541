import type {
  FieldOption,
  FieldRule,
  FieldType,
  RecordClassFile,
  RecordField,
  RuleKind,
} from '@ulna/contract/record-class'
import {
  type FlatField,
  fieldsOf,
  hasValue,
  painRange,
  switchOptions,
} from '@ulna/contract/record-class.fields'
import { type MeasureNorm, type PairParams, pairParams } from '@ulna/contract/record-class.pairs'
import { fieldParams } from '@ulna/contract/record-class.params'
import { validateRecordData } from '@ulna/contract/record-class.validation'
import { scoreKeys, scoresFaults } from './modules.scores.faults.ts'

/** What is wrong with a class, and where: `clinical.painIntensity: needs options`. */
export type ClassFault = string

const sized: readonly FieldType[] = ['text', 'textarea', 'number', 'percent', 'pain_scale', 'checkbox_group']
const texts: readonly FieldType[] = ['text', 'textarea']
const numbers: readonly FieldType[] = ['number', 'percent', 'pain_scale']
const switches: readonly FieldType[] = ['switch', 'checkbox', 'conditional_switch']
const ordered: readonly FieldType[] = [...numbers, 'date', 'time']

/** Which types a rule kind makes sense on; `nullable` does on every one that has a value. */
const ruleTypes: Readonly<Record<Exclude<RuleKind, 'nullable'>, readonly FieldType[]>> = {
  min: sized,
  max: sized,
  email: texts,
  url: texts,
  true_only: switches,
  false_only: switches,
  more_than: ordered,
  less_than: ordered,
  positive: numbers,
  negative: numbers,
}

const choiceTypes: readonly FieldType[] = ['select', 'radio_group', 'checkbox_group']

type FieldsById = ReadonlyMap<string, RecordField>

const duplicates = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) < index)),
]

const optionFaults = (options: readonly FieldOption[] | undefined): string[] => {
  if (!options || options.length === 0) return ['needs options']
  return duplicates(options.map((option) => option.value)).map((value) => `has the option "${value}" twice`)
}

const choiceFaults = (field: RecordField): string[] => {
  if (choiceTypes.includes(field.type)) return optionFaults(field.options)
  if (field.options) return [`is a ${field.type} and takes no options`]
  if (field.type !== 'conditional_switch') return []
  if (switchOptions(field)) return optionFaults(switchOptions(field) ?? [])
  return field.params?.options === undefined ? [] : ['has options for its value, which is no select']
}

const groupFaults = (field: RecordField): string[] => {
  if (field.type === 'section' || field.type === 'fieldgroup')
    return (field.subfields ?? []).length === 0 ? ['needs subfields'] : []
  return field.subfields ? [`is a ${field.type} and takes no subfields`] : []
}

const normFaults = (norm: MeasureNorm, { min, max }: PairParams): string[] => {
  const { value, low = value, high = value } = norm
  return [
    ...(low <= value && value <= high ? [] : ['has a norm whose value is not between its low and its high']),
    ...(min <= low && high <= max ? [] : ['has a norm outside its min and max']),
  ]
}

const pairFaults = (field: RecordField): string[] => {
  const params = pairParams(field)
  return [
    ...(params.min < params.max ? [] : ['has a min that is not below its max']),
    ...(params.norm ? normFaults(params.norm, params) : []),
  ]
}

const paramFaults = (field: RecordField): string[] => {
  const parsed = fieldParams[field.type].safeParse(field.params ?? {})
  if (!parsed.success) return [`has params a ${field.type} does not take`]
  if (field.type === 'measure_pair') return pairFaults(field)
  if (field.type !== 'pain_scale') return []
  const { minimum, maximum } = painRange(field)
  return minimum < maximum ? [] : ['has a pain scale that ends before it starts']
}

const boundFaults = (rule: FieldRule, kind: 'min' | 'max'): string[] =>
  rule.params?.[kind] === undefined ? [`has a rule ${kind} without params.${kind}`] : []

const comparisonFaults = (field: RecordField, rule: FieldRule, fields: FieldsById): string[] => {
  const { value, field: otherId } = rule.params ?? {}
  if ((value === undefined) === (otherId === undefined))
    return [`has a rule ${rule.kind} that needs either params.value or params.field`]
  if (otherId === undefined)
    return numbers.includes(field.type) ? [] : [`compares a ${field.type} with a number`]
  const other = fields.get(otherId)
  if (!other || otherId === field.id) return [`compares itself with "${otherId}", which is no other field`]
  const comparable = numbers.includes(field.type) ? numbers.includes(other.type) : other.type === field.type
  return comparable ? [] : [`is a ${field.type} and cannot be compared with a ${other.type}`]
}

const ruleFaults = (field: RecordField, rule: FieldRule, fields: FieldsById): string[] => {
  if (!hasValue(field)) return [`is a ${field.type} and takes no rules`]
  if (rule.kind === 'nullable') return []
  if (!ruleTypes[rule.kind].includes(field.type))
    return [`is a ${field.type} and cannot have a rule ${rule.kind}`]
  if (rule.kind === 'min' || rule.kind === 'max') return boundFaults(rule, rule.kind)
  return rule.kind === 'more_than' || rule.kind === 'less_than' ? comparisonFaults(field, rule, fields) : []
}

const paramOf = (field: RecordField, kind: 'min' | 'max'): number | undefined =>
  field.validations?.find((rule) => rule.kind === kind)?.params?.[kind]

const contradictions = (field: RecordField): string[] => {
  const kinds = (field.validations ?? []).map((rule) => rule.kind)
  const [min, max] = [paramOf(field, 'min'), paramOf(field, 'max')]
  return [
    ...duplicates(kinds).map((kind) => `has the rule ${kind} twice`),
    ...(min !== undefined && max !== undefined && min > max ? ['has a min above its max'] : []),
    ...(kinds.includes('true_only') && kinds.includes('false_only') ? ['must be both on and off'] : []),
    ...(kinds.includes('positive') && kinds.includes('negative')
      ? ['must be both positive and negative']
      : []),
  ]
}

/** The initial value has to be one the field accepts, or nobody could save the untouched form. */
const initialValueFaults = ({ field, sectionId }: FlatField): string[] => {
  if (field.initialValue === undefined) return []
  if (!hasValue(field)) return [`is a ${field.type} and takes no initial value`]
  const alone = {
    id: sectionId,
    label: sectionId,
    displayOrder: 0,
    fields: [
      { ...field, validations: field.validations?.filter((rule) => rule.params?.field === undefined) },
    ],
  }
  const { errors } = validateRecordData({ sections: [alone] }, { [field.id]: field.initialValue })
  return errors ? [`starts with a value it refuses: ${errors.map((error) => error.message).join(', ')}`] : []
}

const layoutFaults = (field: RecordField): string[] =>
  !hasValue(field) && (field.required || field.nullable)
    ? [`is a ${field.type} and cannot be required or nullable`]
    : []

const fieldFaults = (flat: FlatField, fields: FieldsById): ClassFault[] => {
  const { field } = flat
  const faults = [
    ...choiceFaults(field),
    ...groupFaults(field),
    ...paramFaults(field),
    ...layoutFaults(field),
    ...(field.validations ?? []).flatMap((rule) => ruleFaults(field, rule, fields)),
    ...contradictions(field),
  ]
  // A field that is wrong in itself would only be reported twice.
  return faults.length > 0 ? faults : initialValueFaults(flat)
}

/** Everything a schema cannot say about a class: ids, options, params, rules, initial values and scores that fit. */
export const classFaults = (
  recordClass: Pick<RecordClassFile, 'sections'> & { scores?: RecordClassFile['scores'] },
): ClassFault[] => {
  const flat = fieldsOf(recordClass)
  const fields = new Map(flat.map(({ field }) => [field.id, field]))
  return [
    ...(recordClass.sections.length === 0 ? ['has no sections'] : []),
    ...duplicates(recordClass.sections.map((section) => section.id)).map(
      (id) => `has the section "${id}" twice`,
    ),
    ...duplicates(flat.map(({ field }) => field.id)).map((id) => `has the field "${id}" twice`),
    ...flat.flatMap((one) =>
      fieldFaults(one, fields).map((fault) => `${[...one.within, one.field.id].join('.')}: ${fault}`),
    ),
    ...scoresFaults(recordClass),
  ]
}

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

/** The keys of every text a class shows. */
export const textKeysOf = (recordClass: RecordClassFile): string[] => [
  ...new Set([
    recordClass.name,
    ...(recordClass.description === undefined ? [] : [recordClass.description]),
    ...recordClass.sections.map((section) => section.label),
    ...fieldsOf(recordClass).flatMap(({ field }) => fieldKeys(field)),
    ...scoreKeys(recordClass.scores),
  ]),
]
