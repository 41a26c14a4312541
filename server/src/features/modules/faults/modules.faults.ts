import {
  type FieldOption,
  type FieldRule,
  type FieldType,
  kindOfRule,
  type RecordClassFile,
  type RecordField,
  type RuleKind,
} from '@ulna/contract/record-class/record-class'
import { consentNeeds } from '@ulna/contract/record-class/record-class.consents'
import {
  type FlatField,
  fieldsOf,
  hasValue,
  painRange,
  switchOptions,
} from '@ulna/contract/record-class/record-class.fields'
import { type MeasureNorm, type PairParams, pairParams } from '@ulna/contract/record-class/record-class.pairs'
import { fieldParams } from '@ulna/contract/record-class/record-class.params'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { type Fault, fault, within } from './modules.fault.ts'
import { scoresFaults } from './modules.scores.faults.ts'
import { readShape } from './modules.shape.faults.ts'

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
  moreThan: ordered,
  lessThan: ordered,
  positive: numbers,
  negative: numbers,
}

const choiceTypes: readonly FieldType[] = ['select', 'radio_group', 'checkbox_group']

type FieldsById = ReadonlyMap<string, RecordField>

const duplicates = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) < index)),
]

const optionFaults = (options: readonly FieldOption[] | undefined): Fault[] => {
  if (!options || options.length === 0) return [fault('needsOptions')]
  return duplicates(options.map((option) => option.value)).map((value) => fault('optionTwice', { value }))
}

const choiceFaults = (field: RecordField): Fault[] => {
  if (choiceTypes.includes(field.type)) return optionFaults(field.options)
  if (field.options) return [fault('takesNoOptions', { type: field.type })]
  if (field.type !== 'conditional_switch') return []
  if (switchOptions(field)) return optionFaults(switchOptions(field) ?? [])
  return field.params?.options === undefined ? [] : [fault('optionsOfNoSelect')]
}

const groupFaults = (field: RecordField): Fault[] => {
  if (field.type === 'section' || field.type === 'fieldgroup')
    return (field.subfields ?? []).length === 0 ? [fault('needsSubfields')] : []
  return field.subfields ? [fault('takesNoSubfields', { type: field.type })] : []
}

const normFaults = (norm: MeasureNorm, { min, max }: PairParams): Fault[] => {
  const { value, low = value, high = value } = norm
  return [
    ...(low <= value && value <= high ? [] : [fault('normOutsideRange')]),
    ...(min <= low && high <= max ? [] : [fault('normOutsideBounds', { min, max })]),
  ]
}

const pairFaults = (field: RecordField): Fault[] => {
  const params = pairParams(field)
  return [
    ...(params.min < params.max ? [] : [fault('minNotBelowMax', { min: params.min, max: params.max })]),
    ...(params.norm ? normFaults(params.norm, params) : []),
  ]
}

const paramFaults = (field: RecordField): Fault[] => {
  const { faults } = readShape(fieldParams[field.type], field.params ?? {})
  if (faults) return within('params', faults)
  if (field.type === 'measure_pair') return pairFaults(field)
  if (field.type !== 'pain_scale') return []
  const { minimum, maximum } = painRange(field)
  return minimum < maximum ? [] : [fault('scaleWithoutLength', { min: minimum, max: maximum })]
}

const boundFaults = (rule: FieldRule, kind: 'min' | 'max'): Fault[] =>
  rule.params?.[kind] === undefined ? [fault('ruleNeedsBound', { rule: kind })] : []

const comparisonFaults = (field: RecordField, rule: FieldRule, fields: FieldsById): Fault[] => {
  const { value, field: otherId } = rule.params ?? {}
  if ((value === undefined) === (otherId === undefined))
    return [fault('ruleNeedsOneBound', { rule: rule.kind })]
  if (otherId === undefined)
    return numbers.includes(field.type) ? [] : [fault('comparedWithNumber', { type: field.type })]
  const other = fields.get(otherId)
  if (!other || otherId === field.id) return [fault('comparedWithNothing', { field: otherId })]
  const comparable = numbers.includes(field.type) ? numbers.includes(other.type) : other.type === field.type
  return comparable ? [] : [fault('notComparable', { type: field.type, other: other.type })]
}

const ruleFaults = (field: RecordField, rule: FieldRule, fields: FieldsById): Fault[] => {
  if (!hasValue(field)) return [fault('takesNoRules', { type: field.type })]
  const kind = kindOfRule(rule)
  if (kind === 'nullable') return []
  if (!ruleTypes[kind].includes(field.type))
    return [fault('ruleOfOtherType', { type: field.type, rule: rule.kind })]
  if (kind === 'min' || kind === 'max') return boundFaults(rule, kind)
  return kind === 'moreThan' || kind === 'lessThan' ? comparisonFaults(field, rule, fields) : []
}

const paramOf = (field: RecordField, kind: 'min' | 'max'): number | undefined =>
  field.validations?.find((rule) => rule.kind === kind)?.params?.[kind]

const contradictions = (field: RecordField): Fault[] => {
  const kinds = (field.validations ?? []).map(kindOfRule)
  const [min, max] = [paramOf(field, 'min'), paramOf(field, 'max')]
  return [
    ...duplicates(kinds).map((kind) => fault('ruleTwice', { rule: kind })),
    ...(min !== undefined && max !== undefined && min > max ? [fault('minAboveMax', { min, max })] : []),
    ...(kinds.includes('true_only') && kinds.includes('false_only') ? [fault('onAndOff')] : []),
    ...(kinds.includes('positive') && kinds.includes('negative') ? [fault('positiveAndNegative')] : []),
  ]
}

/** The initial value has to be one the field accepts, or nobody could save the untouched form. */
const initialValueFaults = ({ field, sectionId }: FlatField): Fault[] => {
  if (field.initialValue === undefined) return []
  if (!hasValue(field)) return [fault('takesNoInitialValue', { type: field.type })]
  const alone = {
    id: sectionId,
    label: sectionId,
    displayOrder: 0,
    fields: [
      { ...field, validations: field.validations?.filter((rule) => rule.params?.field === undefined) },
    ],
  }
  const { errors } = validateRecordData({ sections: [alone] }, { [field.id]: field.initialValue })
  return errors ? [fault('initialValueRefused', { value: JSON.stringify(field.initialValue) })] : []
}

const layoutFaults = (field: RecordField): Fault[] => {
  if (hasValue(field)) return []
  return [
    ...(field.required || field.nullable ? [fault('cannotBeRequired', { type: field.type })] : []),
    ...(field.reserved === undefined ? [] : [fault('cannotBeReserved', { type: field.type })]),
  ]
}

const fieldFaults = (flat: FlatField, fields: FieldsById): Fault[] => {
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

type CheckedClass = Pick<RecordClassFile, 'sections'> &
  Partial<Pick<RecordClassFile, 'type' | 'scores' | 'consent' | 'needsConsent'>>

/** A consent is read before it is signed, and waits for no other. Which class it needs is looked at with all there are. */
const consentFaults = (recordClass: CheckedClass): Fault[] => {
  const { consent, type = 'test', sections } = recordClass
  if (!consent) return []
  return [
    ...(type === 'test' ? [] : [{ ...fault('consentOnlyTests', { type }), at: 'consent' }]),
    ...(sections.some(({ text }) => text !== undefined)
      ? []
      : [{ ...fault('consentWithoutText'), at: 'consent' }]),
    ...[...new Set(consentNeeds(recordClass).map(({ at }) => [...at, 'needsConsent'].join('.')))].map(
      (at) => ({
        ...fault('consentNeedsConsent'),
        at,
      }),
    ),
  ]
}

/** Everything a schema cannot say about a class: ids, options, params, rules, initial values and scores that fit. */
export const classFaults = (recordClass: CheckedClass): Fault[] => {
  const flat = fieldsOf(recordClass)
  const fields = new Map(flat.map(({ field }) => [field.id, field]))
  return [
    ...(recordClass.sections.length === 0 ? [fault('noSections')] : []),
    ...duplicates(recordClass.sections.map((section) => section.id)).map((id) =>
      fault('sectionTwice', { id }),
    ),
    ...duplicates(flat.map(({ field }) => field.id)).map((id) => fault('fieldTwice', { id })),
    ...flat.flatMap((one) => within([...one.within, one.field.id].join('.'), fieldFaults(one, fields))),
    ...consentFaults(recordClass),
    ...scoresFaults(recordClass),
  ]
}

/** What a class, or a choice in it, may be asked for as its consent: one there is, and that is one. */
export const neededConsentFaults = (
  { consent, ...recordClass }: Pick<RecordClassFile, 'needsConsent' | 'consent' | 'sections'>,
  all: readonly Pick<RecordClassFile, 'classId' | 'consent'>[],
): Fault[] => {
  if (consent) return []
  return consentNeeds(recordClass).flatMap(({ id, at }) => {
    const found = all.find(({ classId }) => classId === id)
    if (found?.consent) return []
    const message = found ? 'noConsent' : 'consentUnknown'
    return [{ ...fault(message, { id }), at: [...at, 'needsConsent'].join('.') }]
  })
}
