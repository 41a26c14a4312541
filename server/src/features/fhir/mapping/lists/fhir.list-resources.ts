import { classText } from '@ulna/contract/record-class/record-class.fields'
import type {
  AllergyIntolerance,
  CodeableConcept,
  Condition,
  Flag,
  MedicationStatement,
  Procedure,
} from 'fhir/r4'
import { systems } from '../base/fhir.codes.ts'
import { absent, coding, concept, wordsOf } from '../base/fhir.elements.ts'
import { codeSystem, resourceId } from '../base/fhir.names.ts'
import {
  type MappingContext,
  type PatientFile,
  type WrittenRecord,
  writtenRecords,
} from '../base/fhir.patient-file.ts'
import { said } from '../base/fhir.said.ts'
import { choiceCoding } from '../forms/fhir.answer-items.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import {
  authorReference,
  encounterReference,
  isEncounter,
  isVoid,
  recordMeta,
} from '../records/fhir.record.ts'
import { isTreatmentForm, type ListKind, type Stated, standingOf, statedIn } from './fhir.lists.ts'

/** One line of a list, as a resource tells it. */
interface Line {
  readonly written: WrittenRecord
  readonly id: string
  readonly code: CodeableConcept
}

const codeOf = ({ written, field }: Stated, line: string, context: MappingContext): CodeableConcept => {
  if (field.type !== 'checkbox_group') return wordsOf(line)
  const chosen = choiceCoding(field.options ?? [], line, {
    form: written.form,
    language: context.language,
  })
  return said<CodeableConcept>({ coding: [chosen], text: chosen.display ?? line })
}

/** Every line of the lists of a kind. A box keeps its name in the id, a line of text its place. */
const linesOf = (file: PatientFile, context: MappingContext, kind: ListKind): Line[] =>
  statedIn(file, kind).flatMap((stated) => {
    const { written, field, statement } = stated
    if (statement.kind !== 'said') return []
    return statement.lines.map((line, index) => ({
      written,
      id: resourceId('record', written.record.id, field.id, String(index + 1)),
      code: codeOf(stated, line, context),
    }))
  })

/** How the International Patient Summary says that something is known not to be there. */
const noneKnown = (code: string, display: string): CodeableConcept =>
  concept(coding(systems.absentUnknown, code, display))

/** That a list was denied, as one line of its own: in the words of whoever wrote it. */
const denialOf = (
  file: PatientFile,
  context: MappingContext,
  kind: ListKind,
  code: CodeableConcept,
): Line[] => {
  const [first] = standingOf(file, context, kind).denials
  if (first?.statement.kind !== 'denied') return []
  const { written, field, statement } = first
  return [
    {
      written,
      id: resourceId('record', written.record.id, field.id),
      code: { ...code, text: statement.words },
    },
  ]
}

const allergyOf = (file: PatientFile, { written: { record }, id, code }: Line): AllergyIntolerance =>
  said<AllergyIntolerance>({
    resourceType: 'AllergyIntolerance',
    id,
    meta: recordMeta(record),
    clinicalStatus: isVoid(record) ? undefined : concept(coding(systems.allergyClinical, 'active')),
    verificationStatus: concept(
      coding(systems.allergyVerification, isVoid(record) ? 'entered-in-error' : 'unconfirmed'),
    ),
    code,
    patient: patientReference(file.patient),
    recordedDate: record.date,
    recorder: authorReference(record.author),
    asserter: patientReference(file.patient),
  })

export const allergiesOf = (file: PatientFile, context: MappingContext): AllergyIntolerance[] =>
  [
    ...linesOf(file, context, 'allergies'),
    ...denialOf(file, context, 'allergies', noneKnown('no-known-allergies', 'No known allergies')),
  ].map((line) => allergyOf(file, line))

const medicationOf = (
  file: PatientFile,
  { written: { record }, id, code }: Line,
  status: MedicationStatement['status'],
): MedicationStatement =>
  said<MedicationStatement>({
    resourceType: 'MedicationStatement',
    id,
    meta: recordMeta(record),
    status: isVoid(record) ? 'entered-in-error' : status,
    medicationCodeableConcept: code,
    subject: patientReference(file.patient),
    context: isEncounter(record) ? encounterReference(record) : undefined,
    effectiveDateTime: record.date,
    dateAsserted: record.date,
    informationSource: patientReference(file.patient),
  })

/** What somebody takes, as they said on that day. Whether they still do is not known of what is older. */
export const medicationsOf = (file: PatientFile, context: MappingContext): MedicationStatement[] => [
  ...linesOf(file, context, 'medications').map((line) =>
    medicationOf(file, line, line.written.record.type === 'med_hist' ? 'active' : 'unknown'),
  ),
  ...denialOf(file, context, 'medications', noneKnown('no-known-medications', 'No known medications')).map(
    (line) => medicationOf(file, line, 'unknown'),
  ),
]

/** An illness that a history tells of; whether it is over is not asked. */
const illnessOf = (file: PatientFile, { written: { record }, id, code }: Line): Condition =>
  said<Condition>({
    resourceType: 'Condition',
    id,
    meta: recordMeta(record),
    verificationStatus: concept(
      coding(systems.conditionVerification, isVoid(record) ? 'entered-in-error' : 'unconfirmed'),
    ),
    category: [concept(coding(codeSystem('condition-category'), 'medical-history'))],
    code,
    subject: patientReference(file.patient),
    recordedDate: record.date,
    recorder: authorReference(record.author),
    asserter: patientReference(file.patient),
  })

export const illnessesOf = (file: PatientFile, context: MappingContext): Condition[] =>
  linesOf(file, context, 'illnesses').map((line) => illnessOf(file, line))

interface Performed {
  readonly status: Procedure['status']
  /** Unknown of operations: the history asks which, not when. */
  readonly when: 'record' | 'unknown'
  readonly category: string
}

const procedureOf = (
  file: PatientFile,
  { written: { record }, id, code }: Line,
  { status, when, category }: Performed,
): Procedure =>
  said<Procedure>({
    resourceType: 'Procedure',
    id,
    meta: recordMeta(record),
    status: isVoid(record) ? 'entered-in-error' : status,
    category: concept(coding(codeSystem('procedure-category'), category)),
    code,
    subject: patientReference(file.patient),
    encounter: isEncounter(record) ? encounterReference(record) : undefined,
    performedDateTime: when === 'record' ? record.date : undefined,
    _performedDateTime: when === 'record' ? undefined : absent('unknown'),
    recorder: authorReference(record.author),
    performer: when === 'record' ? [{ actor: authorReference(record.author) }] : undefined,
  })

/** What was done at a visit and is kept back: that somebody asked is known, and not whether there was anything. */
const treatmentsKept = (file: PatientFile, { withholds }: MappingContext): Line[] =>
  statedIn(file, 'treatments')
    .filter(({ written, field }) => withholds(written.record, field))
    .map(({ written, field }) => ({
      written,
      id: resourceId('record', written.record.id, field.id),
      code: absent('masked'),
    }))

const treatment: Performed = { status: 'completed', when: 'record', category: 'treatment' }
const operation: Performed = { status: 'completed', when: 'unknown', category: 'operation' }

/** Records that tell of one treatment as a whole, named as their form is. */
const treatmentRecords = (file: PatientFile, { language }: MappingContext): Line[] =>
  writtenRecords(file)
    .filter(({ form }) => isTreatmentForm(form))
    .map((written) => ({
      written,
      id: resourceId('record', written.record.id),
      code: wordsOf(classText(written.form, language, written.form.name)),
    }))

export const proceduresOf = (file: PatientFile, context: MappingContext): Procedure[] => [
  ...treatmentRecords(file, context).map((line) => procedureOf(file, line, treatment)),
  ...linesOf(file, context, 'treatments').map((line) => procedureOf(file, line, treatment)),
  ...treatmentsKept(file, context).map((line) =>
    procedureOf(file, line, { ...treatment, status: 'unknown' }),
  ),
  ...linesOf(file, context, 'operations').map((line) => procedureOf(file, line, operation)),
  ...denialOf(file, context, 'operations', noneKnown('no-known-procedures', 'No known procedures')).map(
    (line) => procedureOf(file, line, { ...operation, status: 'unknown' }),
  ),
]

const flagOf = (file: PatientFile, { written: { record }, id, code }: Line): Flag => ({
  resourceType: 'Flag',
  id,
  meta: recordMeta(record),
  status: isVoid(record) ? 'entered-in-error' : 'active',
  category: [concept(coding(systems.flagCategory, 'clinical'))],
  code,
  subject: patientReference(file.patient),
  period: { start: record.date },
  author: authorReference(record.author),
})

/** What the head of the file warns of. */
export const flagsOf = (file: PatientFile, context: MappingContext): Flag[] =>
  linesOf(file, context, 'warnings').map((line) => flagOf(file, line))
