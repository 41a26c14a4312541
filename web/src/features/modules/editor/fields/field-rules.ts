import type { FieldRule, RecordField } from '@ulna/contract/record-class/record-class'

type Bound = 'min' | 'max'

export const boundOf = (field: RecordField, kind: Bound): number | undefined =>
  field.validations?.find((rule) => rule.kind === kind)?.params?.[kind]

const withRules = (field: RecordField, rules: readonly FieldRule[]): RecordField => {
  const { validations: _, ...rest } = field
  return rules.length > 0 ? { ...rest, validations: [...rules] } : rest
}

/** The smallest or largest a number may be, or the shortest and longest a text may; undefined takes the end away. */
export const withBound = (field: RecordField, kind: Bound, bound: number | undefined): RecordField => {
  const rules = field.validations ?? []
  if (bound === undefined)
    return withRules(
      field,
      rules.filter((rule) => rule.kind !== kind),
    )
  const rule: FieldRule = { kind, params: { [kind]: bound } }
  const at = rules.findIndex((one) => one.kind === kind)
  return withRules(field, at < 0 ? [...rules, rule] : rules.with(at, rule))
}

/** The field without any rule. */
export const withoutRule = (field: RecordField): RecordField => withRules(field, [])

/** The field with one of its params set, or taken away. */
export const withParam = (field: RecordField, name: string, value: unknown): RecordField => {
  const { [name]: _, ...others } = field.params ?? {}
  const params = value === undefined ? others : { ...field.params, [name]: value }
  const { params: __, ...rest } = field
  return Object.keys(params).length > 0 ? { ...rest, params } : rest
}
