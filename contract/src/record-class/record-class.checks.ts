import type { FieldRule, RuleKind } from './record-class.ts'
import type { ValueFault } from './record-class.values.ts'

type Check = (value: unknown, rule: FieldRule, other: unknown) => ValueFault | null

/** Numbers by their value, texts by their length, lists by how many they hold; null for anything else. */
const sizeOf = (value: unknown): number | null => {
  if (typeof value === 'number') return value
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return null
}

const atLeast: Check = (value, rule) => {
  const [size, min] = [sizeOf(value), rule.params?.min]
  if (size === null || min === undefined || size >= min) return null
  return { message: typeof value === 'number' ? 'field_min' : 'field_too_short', params: { min } }
}

const atMost: Check = (value, rule) => {
  const [size, max] = [sizeOf(value), rule.params?.max]
  if (size === null || max === undefined || size <= max) return null
  return { message: typeof value === 'number' ? 'field_max' : 'field_too_long', params: { max } }
}

// The pattern of HTML's e-mail input, with at least one dot in the domain.
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

const isEmail = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 254 && emailPattern.test(value)

const isUrl = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value)) return false
  try {
    return new URL(value).hostname !== ''
  } catch {
    return false
  }
}

/** A switch by its position, a conditional switch by whether it is on. */
const isOn = (value: unknown): boolean =>
  value === true ||
  (typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true)

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Where a number, a time or a date stands among its kind; NaN for anything else. */
const rankOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return Number.NaN
  return /^\d{2}:\d{2}$/.test(value) ? minutesOf(value) : Date.parse(value)
}

const compared =
  (message: 'field_more_than' | 'field_less_than', holds: (a: number, b: number) => boolean): Check =>
  (value, rule, other) => {
    const bound = rule.params?.value ?? other
    const [a, b] = [rankOf(value), rankOf(bound)]
    if (Number.isNaN(a) || Number.isNaN(b) || holds(a, b)) return null
    const field = rule.params?.field
    return { message, params: { value: bound as string | number, ...(field === undefined ? {} : { field }) } }
  }

const ifNot =
  (holds: (value: unknown) => boolean, message: ValueFault['message']): Check =>
  (value) =>
    holds(value) ? null : { message }

/** What each rule kind asks of a value that is there (specification §5). `nullable` is asked before, by presence. */
export const ruleChecks: Readonly<Record<RuleKind, Check>> = {
  min: atLeast,
  max: atMost,
  email: ifNot(isEmail, 'field_email'),
  url: ifNot(isUrl, 'field_url'),
  true_only: ifNot(isOn, 'field_true_only'),
  false_only: ifNot((value) => !isOn(value), 'field_false_only'),
  nullable: () => null,
  moreThan: compared('field_more_than', (a, b) => a > b),
  lessThan: compared('field_less_than', (a, b) => a < b),
  positive: ifNot((value) => typeof value === 'number' && value > 0, 'field_positive'),
  negative: ifNot((value) => typeof value === 'number' && value < 0, 'field_negative'),
}
