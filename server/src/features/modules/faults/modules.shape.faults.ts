import { moduleLimits } from '@ulna/contract/modules/module-document'
import { scoreLimits } from '@ulna/contract/record-class/record-class.scores'
import * as z from 'zod/mini'
import { type Fault, fault, shown } from './modules.fault.ts'

type Issue = z.core.$ZodIssue

const innerOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined

/** Lists whose entries are named by their ids alone: `main.flexion`. */
const unnamedLists: readonly PropertyKey[] = ['sections', 'fields', 'subfields']

/** What an entry of a list is called: by its id where it has one, else by its place. */
const nameOf = (entry: unknown, index: number): string => {
  const id = innerOf(entry, 'id')
  return typeof id === 'string' && /^\w{1,64}$/.test(id) ? id : String(index)
}

/** A path into a class or module as people know it: `main.flexion.params.unit`, `scores.total.bands.2`. */
export const placeIn = (input: unknown, path: readonly PropertyKey[]): string => {
  const place: string[] = []
  let value = input
  for (const [index, key] of path.entries()) {
    const before = path[index - 1]
    value = innerOf(value, key)
    if (typeof key !== 'number') {
      place.push(shown(String(key)))
      continue
    }
    if (before !== undefined && unnamedLists.includes(before)) place.pop()
    place.push(nameOf(value, key))
  }
  return place.slice(0, 30).join('.')
}

const typeKeys = {
  string: 'needsText',
  number: 'needsNumber',
  int: 'needsInteger',
  boolean: 'needsBoolean',
  array: 'needsList',
  object: 'needsObject',
  record: 'needsObject',
} as const

const isTypeKey = (expected: string): expected is keyof typeof typeKeys => expected in typeKeys

const ofType = ({ expected }: z.core.$ZodIssueInvalidType): Fault =>
  fault(isTypeKey(expected) ? typeKeys[expected] : 'invalid')

const ofBig = ({ origin, maximum }: z.core.$ZodIssueTooBig): Fault => {
  const max = Number(maximum)
  if (origin === 'string') return fault('tooLong', { max })
  return fault(origin === 'array' ? 'tooMany' : 'tooLarge', { max })
}

const ofSmall = ({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Fault => {
  const min = Number(minimum)
  if (origin === 'string') return fault('empty')
  if (origin === 'array') return fault('tooFew', { min })
  return inclusive ? fault('tooSmall', { min }) : fault('tooSmall', { min: `> ${min}` })
}

/** Checks of our own: well-formed text, the size of an expression, ids that no object has already. */
const ofCustom = ({ params, path }: z.core.$ZodIssueCustom): Fault => {
  if (params?.key === 'field_text') return fault('wrongText')
  if (path.at(-1) === 'expression')
    return fault('expressionTooLarge', { depth: scoreLimits.depth, parts: scoreLimits.nodes })
  return fault('wrongId')
}

const ofValue = ({ values, path }: z.core.$ZodIssueInvalidValue): Fault =>
  path.at(-1) === 'format'
    ? fault('wrongFormat', { format: String(values[0]) })
    : fault('unknownValue', { values: values.map(String).join(', ') })

const faultOf = (issue: Issue): Fault => {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue)
    case 'too_big':
      return ofBig(issue)
    case 'too_small':
      return ofSmall(issue)
    case 'invalid_value':
      return ofValue(issue)
    case 'invalid_format':
      return fault('wrongId')
    case 'custom':
      return ofCustom(issue)
    case 'invalid_union':
      return fault(issue.path.includes('expression') ? 'wrongExpression' : 'invalid')
    default:
      return fault('invalid')
  }
}

const placed = (issue: Issue, input: unknown): Fault[] => {
  const at = placeIn(input, issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      ...fault('unknownKey', { key }),
      at: placeIn(input, [...issue.path, key]),
    }))
  const value = issue.path.reduce<unknown>(innerOf, input)
  return [value === undefined ? { ...fault('missing'), at } : { ...faultOf(issue), at }]
}

export type Read<T> =
  | { readonly value: T; readonly faults?: undefined }
  | { readonly value?: undefined; readonly faults: readonly Fault[] }

/** A part of a module by its schema, or what is wrong with its shape, each with its place. */
export const readShape = <S extends z.ZodMiniType>(schema: S, input: unknown): Read<z.output<S>> => {
  const parsed = z.safeParse(schema, input)
  if (parsed.success) return { value: parsed.data }
  const issues = parsed.error.issues.slice(0, moduleLimits.faults)
  return { faults: issues.flatMap((issue) => placed(issue, input)) }
}
