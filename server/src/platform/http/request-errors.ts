import type { ErrorKey, ErrorParams, FieldError } from '@ulna/contract/errors'
import type * as z from 'zod/mini'
import { AppError } from '../app-error.ts'

type Issue = z.core.$ZodIssue

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  )

type Reason = readonly [ErrorKey, ErrorParams?]

const tooBig = (issue: z.core.$ZodIssueTooBig): Reason =>
  issue.origin === 'number' || issue.origin === 'int'
    ? ['field_max', { max: Number(issue.maximum) }]
    : ['field_too_long', { max: Number(issue.maximum) }]

const tooSmall = (issue: z.core.$ZodIssueTooSmall): Reason => {
  if (issue.origin === 'number' || issue.origin === 'int')
    return ['field_min', { min: Number(issue.minimum) }]
  return Number(issue.minimum) === 1
    ? ['field_required']
    : ['field_too_short', { min: Number(issue.minimum) }]
}

const custom = (issue: z.core.$ZodIssueCustom): Reason => {
  const key = issue.params?.key
  return [typeof key === 'string' ? (key as ErrorKey) : 'field_type']
}

const reasonOf = (issue: Issue, input: unknown): Reason => {
  switch (issue.code) {
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return [issue.format === 'email' ? 'field_email' : 'field_text']
    case 'invalid_value':
      return ['field_option']
    case 'unrecognized_keys':
      return ['field_unknown']
    case 'custom':
      return custom(issue)
    default:
      return [valueAt(input, issue.path) === undefined ? 'field_required' : 'field_type']
  }
}

/** One entry for each field that is wrong; at most 50. */
export const fieldsFromIssues = (issues: readonly Issue[], input: unknown): FieldError[] =>
  issues.slice(0, 50).map((issue): FieldError => {
    const [message, params] = reasonOf(issue, input)
    const field = issue.path.map(String).join('.')
    return params ? { field, message, params } : { field, message }
  })

/** The same as invalid_request. */
export const fromIssues = (issues: readonly Issue[], input: unknown): AppError =>
  new AppError('invalid_request', { fields: fieldsFromIssues(issues, input) })
