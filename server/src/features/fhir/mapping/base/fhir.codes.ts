/** Systems of codes that others keep. */
export const systems = {
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
  conditionClinical: 'http://terminology.hl7.org/CodeSystem/condition-clinical',
  conditionVerification: 'http://terminology.hl7.org/CodeSystem/condition-ver-status',
  conditionCategory: 'http://terminology.hl7.org/CodeSystem/condition-category',
  allergyClinical: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical',
  allergyVerification: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  flagCategory: 'http://terminology.hl7.org/CodeSystem/flag-category',
  actCode: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  consentScope: 'http://terminology.hl7.org/CodeSystem/consentscope',
  emptyReason: 'http://terminology.hl7.org/CodeSystem/list-empty-reason',
  participant: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
  signatureType: 'urn:iso-astm:E1762-95:2013',
  language: 'urn:ietf:bcp:47',
  absentReason: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
  absentUnknown: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips',
} as const

/**
 * LOINC codes that are used, with the names that LOINC gives them. The notice that they ask for stands in docs/fhir.md. They
 * say what a number means; the wording of no scale is in them.
 */
export const loinc = {
  pain: ['72514-3', 'Pain severity - 0-10 verbal numeric rating [Score] - Reported'],
  weight: ['29463-7', 'Body weight'],
  height: ['8302-2', 'Body height'],
  bmi: ['39156-5', 'Body mass index (BMI) [Ratio]'],
  consent: ['59284-0', 'Consent Document'],
  summary: ['60591-5', 'Patient summary Document'],
  problems: ['11450-4', 'Problem list - Reported'],
  allergies: ['48765-2', 'Allergies and adverse reactions Document'],
  medications: ['10160-0', 'History of Medication use Narrative'],
  procedures: ['47519-4', 'History of Procedures Document'],
  results: ['30954-2', 'Relevant diagnostic tests/laboratory data Narrative'],
  vitalSigns: ['8716-3', 'Vital signs note'],
  alerts: ['104605-1', 'Alert'],
  pastProblems: ['11348-0', 'History of Past illness note'],
} as const satisfies Record<string, readonly [string, string]>
export type LoincName = keyof typeof loinc

/** UCUM codes of the units that forms measure in. What has none is told in the words of the form. */
export const ucumOf: Readonly<Record<string, string>> = {
  '°': 'deg',
  '%': '%',
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  kg: 'kg',
  s: 's',
  min: 'min',
  L: 'L',
  'm/s': 'm/s',
  'L/min': 'L/min',
  '/min': '/min',
  'cmH₂O': 'cm[H2O]',
}
