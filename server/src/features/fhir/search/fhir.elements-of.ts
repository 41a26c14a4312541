import type { FhirResource } from 'fhir/r4'

/** Elements that a parameter looks at, where they are not called as it is; a point leads into one. */
const elements: Readonly<Record<string, readonly string[]>> = {
  _id: ['id'],
  _lastUpdated: ['meta.lastUpdated'],
  date: ['date', 'dateTime', 'period', 'recordedDate', 'performedDateTime', 'effectiveDateTime'],
  effective: ['effectiveDateTime'],
  code: ['code', 'medicationCodeableConcept'],
  encounter: ['encounter', 'context', 'context.encounter'],
  'clinical-status': ['clinicalStatus'],
  'verification-status': ['verificationStatus'],
  'onset-date': ['onsetDateTime'],
  'recorded-date': ['recordedDate'],
  'episode-of-care': ['episodeOfCare'],
  patient: ['patient', 'subject', 'participant.actor'],
  subject: ['patient', 'subject'],
  practitioner: ['practitioner', 'participant.actor', 'participant.individual'],
  participant: ['participant.individual'],
  actor: ['participant.actor'],
  condition: ['diagnosis.condition'],
  'reason-reference': ['reasonReference'],
  'derived-from': ['derivedFrom'],
  'source-reference': ['sourceReference'],
  related: ['context.related'],
  family: ['name'],
  given: ['name'],
}

const within = (value: unknown, path: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((one) => within(one, path))
  const [key, ...rest] = path
  if (key === undefined) return value === undefined ? [] : [value]
  return typeof value === 'object' && value !== null ? within(Reflect.get(value, key), rest) : []
}

/** What a resource says where a parameter looks. */
export const valuesAt = (resource: FhirResource, name: string): unknown[] =>
  (elements[name] ?? [name]).flatMap((path) => within(resource, path.split('.')))
