import type { RecordRow } from '@ulna/contract/records/records'
import type { CodeableConcept, Condition, Encounter, EpisodeOfCare } from 'fhir/r4'
import { systems } from '../base/fhir.codes.ts'
import {
  absent,
  coding,
  concept,
  extension,
  maskedElement,
  numberExtension,
  reference,
  wordsOf,
} from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import { isFieldWithheld, type MappingContext, type PatientFile } from '../base/fhir.patient-file.ts'
import { said, textOf, there } from '../base/fhir.said.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import { organizationReference } from '../practice/fhir.practice.ts'
import { authorReference, caseIdOf, isCase, isEncounter, isVoid, recordMeta } from './fhir.record.ts'

const episodeStatus = (record: RecordRow): EpisodeOfCare['status'] => {
  if (isVoid(record)) return 'entered-in-error'
  return record.caseStatus === 'closed' ? 'finished' : 'active'
}

/** The end of a period that begins on a day; one that lies before is told by the record alone. */
const endAfter = (start: string, end: string | null): string | undefined =>
  end !== null && end >= start ? end : undefined

const outcomeExtension = ({ caseOutcome }: RecordRow) =>
  caseOutcome === null ? undefined : extension('case-outcome', { valueCode: caseOutcome })

/** The treatment of a case, from its first visit until it is closed. */
const episodeOf = (file: PatientFile, record: RecordRow): EpisodeOfCare =>
  said<EpisodeOfCare>({
    resourceType: 'EpisodeOfCare',
    id: resourceId('record', record.id),
    meta: recordMeta(record),
    status: episodeStatus(record),
    diagnosis: [{ condition: reference('Condition', resourceId('record', record.id), record.name) }],
    patient: patientReference(file.patient),
    managingOrganization: organizationReference(file.practice),
    period: said<NonNullable<EpisodeOfCare['period']>>({
      start: record.localDay,
      end: endAfter(record.localDay, record.caseClosedOn),
    }),
    careManager: authorReference(record.author),
    extension: there(outcomeExtension(record)),
  })

/** A visit that a record tells of. */
const encounterOf = (file: PatientFile, record: RecordRow): Encounter => {
  const caseId = caseIdOf(record)
  return said<Encounter>({
    resourceType: 'Encounter',
    id: resourceId('record', record.id),
    meta: recordMeta(record),
    status: isVoid(record) ? 'entered-in-error' : 'finished',
    class: coding(systems.actCode, 'AMB', 'ambulatory'),
    subject: patientReference(file.patient),
    episodeOfCare: caseId === null ? undefined : [reference('EpisodeOfCare', resourceId('record', caseId))],
    participant: [{ individual: authorReference(record.author) }],
    period: { start: record.date },
    reasonReference: caseId === null ? undefined : [reference('Condition', resourceId('record', caseId))],
    serviceProvider: organizationReference(file.practice),
    extension: there(numberExtension('session-number', record.sessionNumber)),
  })
}

const clinicalStatus = (record: RecordRow): string => {
  if (record.caseStatus !== 'closed') return 'active'
  return record.caseOutcome === 'recovered' ? 'resolved' : 'inactive'
}

/** What a case is called; a condition has a code, so one without a name says why it has none. */
const nameOf = (file: PatientFile, record: RecordRow, context: MappingContext): CodeableConcept => {
  const name = textOf(record.name)
  if (name !== undefined) return wordsOf(name)
  return absent(isFieldWithheld(file, record, 'name', context) ? 'masked' : 'unknown')
}

/** What is treated in a case, in the words of whoever named it. */
const conditionOf = (file: PatientFile, record: RecordRow, context: MappingContext): Condition =>
  said<Condition>({
    resourceType: 'Condition',
    id: resourceId('record', record.id),
    meta: recordMeta(record),
    clinicalStatus: isVoid(record)
      ? undefined
      : concept(coding(systems.conditionClinical, clinicalStatus(record))),
    verificationStatus: concept(
      coding(systems.conditionVerification, isVoid(record) ? 'entered-in-error' : 'confirmed'),
    ),
    category: [concept(coding(systems.conditionCategory, 'problem-list-item'))],
    code: nameOf(file, record, context),
    subject: patientReference(file.patient),
    encounter: reference('Encounter', resourceId('record', record.id)),
    onsetDateTime: onsetOf(record),
    _onsetDateTime: maskedElement(isFieldWithheld(file, record, 'symptomAppearDate', context)),
    abatementDateTime:
      clinicalStatus(record) === 'resolved' && !isVoid(record)
        ? endAfter(record.localDay, record.caseClosedOn)
        : undefined,
    recordedDate: record.date,
    recorder: authorReference(record.author),
    asserter: authorReference(record.author),
    extension: there(outcomeExtension(record)),
  })

/** When complaints began, where the form of the case asks for that and somebody said it. */
const onsetOf = ({ data }: RecordRow): string | undefined => {
  const day = data?.symptomAppearDate
  return typeof day === 'string' && day.length >= 10 ? day.slice(0, 10) : undefined
}

const cases = ({ records }: PatientFile): RecordRow[] => records.filter(isCase)

export const episodesOf = (file: PatientFile): EpisodeOfCare[] =>
  cases(file).map((record) => episodeOf(file, record))

export const caseConditions = (file: PatientFile, context: MappingContext): Condition[] =>
  cases(file).map((record) => conditionOf(file, record, context))

export const encountersOf = (file: PatientFile): Encounter[] =>
  file.records.filter(isEncounter).map((record) => encounterOf(file, record))
