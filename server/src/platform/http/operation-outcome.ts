import type { ErrorParams, WireError } from '@ulna/contract/errors'
import type { Extension, OperationOutcome, OperationOutcomeIssue } from 'fhir/r4'

/** What is spoken below `/api/fhir/`: refusals too are in its words (decision 0054). */
export const fhirJson = 'application/fhir+json; charset=utf-8'

export const speaksFhir = (url: string): boolean => /^\/api\/fhir(\/|$|\?)/.test(url)

/** What is wrong, as FHIR sorts it. */
const issueTypes: Readonly<Record<number, OperationOutcomeIssue['code']>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  408: 'timeout',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  503: 'transient',
}

/** Names of the product's own in refusals; docs/fhir.md lists them. */
const base = 'https://ulna.example/fhir'

/** A value of its own type; null is none. */
const valueExtension = (value: ErrorParams[string]): Extension[] => {
  if (value === null || value === undefined) return []
  if (typeof value === 'number') return [{ url: 'value', valueDecimal: value }]
  return [
    { url: 'value', ...(typeof value === 'boolean' ? { valueBoolean: value } : { valueString: value }) },
  ]
}

const paramExtension = ([name, value]: [string, ErrorParams[string]]): Extension => ({
  url: `${base}/StructureDefinition/error-param`,
  extension: [{ url: 'name', valueString: name }, ...valueExtension(value)],
})

const issueOf = ({ code, message, field, params }: WireError, status: number): OperationOutcomeIssue => ({
  severity: status >= 500 ? 'fatal' : 'error',
  code: issueTypes[status] ?? (status >= 500 ? 'exception' : 'processing'),
  details: {
    coding: [
      { system: `${base}/CodeSystem/error`, code: message },
      { system: `${base}/CodeSystem/error-number`, code },
    ],
  },
  ...(field ? { expression: [field] } : {}),
  ...(params ? { extension: Object.entries(params).map(paramExtension) } : {}),
})

/** The errors of an answer, the same keys and numbers as in our own envelope. */
export const operationOutcome = (errors: readonly WireError[], status: number): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: errors.map((error) => issueOf(error, status)),
})
