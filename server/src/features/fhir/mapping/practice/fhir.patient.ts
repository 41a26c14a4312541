import type { Patient } from '@ulna/contract/patients/patients'
import type { ContactPoint, Patient as FhirPatient, HumanName, Identifier } from 'fhir/r4'
import { systems } from '../base/fhir.codes.ts'
import {
  coding,
  concept,
  flagExtension,
  groupExtension,
  identifier,
  identifierType,
  instantExtension,
  maskedElement,
  maskedExtension,
  metaOf,
  reference,
  textExtension,
} from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import { said, textOf, there } from '../base/fhir.said.ts'

/** What the medical history says of somebody's gender, and which version of it does. */
export interface StatedGender {
  /** As the history has it: `m` or `f`. */
  readonly gender: unknown
  readonly version: number
  readonly at: string
}

/** What of a patient is kept back from whoever reads: that is said, whether or not there is anything. */
export type PatientMask = 'gender' | 'note' | 'clinicSummary'

/** How FHIR calls what a history says. */
export const genders: Readonly<Record<string, 'male' | 'female'>> = { m: 'male', f: 'female' }

const identifiersOf = (patient: Patient): Identifier[] => [
  identifier('patient-uid', patient.uid),
  identifier('file-number', patient.fileId, identifierType('MR')),
  ...(textOf(patient.socialId) === undefined
    ? []
    : [identifier('social-id', patient.socialId ?? '', identifierType('NI'))]),
  // Numbers of files that became part of this one: who has a paper with such a number finds the patient.
  ...patient.otherFiles.map(
    ({ fileId }): Identifier => ({ ...identifier('file-number', fileId, identifierType('MR')), use: 'old' }),
  ),
]

const linkTo = (id: number, type: 'replaces' | 'replaced-by') => ({
  other: reference('Patient', resourceId('patient', id)),
  type,
})

const linksOf = ({ otherFiles }: Patient): FhirPatient['link'] =>
  otherFiles.length === 0 ? undefined : otherFiles.map(({ id }) => linkTo(id, 'replaces'))

/** Somebody whose file became part of another: nothing is said of them but where it went. */
export const mergedPatientResource = (id: number, mergedInto: number): FhirPatient => ({
  resourceType: 'Patient',
  id: resourceId('patient', id),
  active: false,
  link: [linkTo(mergedInto, 'replaced-by')],
})

const contact = (
  system: ContactPoint['system'],
  value: string | null,
  use?: ContactPoint['use'],
): ContactPoint | undefined =>
  textOf(value) === undefined ? undefined : said<ContactPoint>({ system, value: textOf(value), use })

export const patientName = ({ firstName, lastName }: Pick<Patient, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

export const patientReference = (patient: Pick<Patient, 'id' | 'firstName' | 'lastName'>) =>
  reference('Patient', resourceId('patient', patient.id), patientName(patient))

const pictureOf = ({ profileImgData }: Patient, appUrl: string): FhirPatient['photo'] =>
  profileImgData === null
    ? undefined
    : [
        { contentType: 'image/webp', url: `${appUrl}${profileImgData.hiResUrl}`, title: 'hires' },
        { contentType: 'image/webp', url: `${appUrl}${profileImgData.thumbUrl}`, title: 'thumb' },
      ]

const extensionsOf = (patient: Patient, masked: ReadonlySet<PatientMask>) =>
  there(
    flagExtension('mail-reminders', patient.mailReminders),
    masked.has('note') ? maskedExtension('patient-note') : textExtension('patient-note', patient.note),
    masked.has('clinicSummary')
      ? maskedExtension('clinic-summary')
      : textExtension('clinic-summary', patient.clinicSummary),
    instantExtension('last-control', patient.lastControl),
    groupExtension('file-lock', [
      flagExtension('unlocked', patient.unlocked),
      instantExtension('unlocked-until', patient.unlockedUntil),
      instantExtension('last-unlocked', patient.lastUnlockedDate),
      instantExtension('last-locked', patient.lastLockedDate),
    ]),
    groupExtension('archived', [
      instantExtension('at', patient.archivedAt),
      textExtension('reason', patient.archiveReason),
    ]),
    instantExtension('created-at', patient.createdAt),
  )

/**
 * A patient. The gender is what the medical history says of it, for those who may read that; where it says nothing nothing is
 * said, and where it may not be read that it may not.
 */
export const patientResource = (
  patient: Patient,
  appUrl: string,
  stated: StatedGender | undefined,
  masked: ReadonlySet<PatientMask>,
): FhirPatient =>
  said<FhirPatient>({
    resourceType: 'Patient',
    id: resourceId('patient', patient.id),
    meta: metaOf(there(patient.version, stated?.version), [
      patient.updatedAt,
      patient.createdAt,
      patient.archivedAt,
      stated?.at,
    ]),
    identifier: identifiersOf(patient),
    active: patient.archivedAt === null,
    name: [
      said<HumanName>({
        text: textOf(patientName(patient)),
        family: textOf(patient.lastName),
        given: there(textOf(patient.firstName)),
      }),
    ],
    telecom: there(
      contact('phone', patient.phone, 'home'),
      contact('phone', patient.mobile, 'mobile'),
      contact('email', patient.email),
    ),
    gender: typeof stated?.gender === 'string' ? genders[stated.gender] : undefined,
    _gender: maskedElement(masked.has('gender')),
    birthDate: patient.birthDate ?? undefined,
    address: textOf(patient.address) === undefined ? undefined : [{ text: patient.address ?? '' }],
    photo: pictureOf(patient, appUrl),
    communication:
      patient.language === null
        ? undefined
        : [{ language: concept(coding(systems.language, patient.language)), preferred: true }],
    link: linksOf(patient),
    managingOrganization: reference('Organization', resourceId('practice', patient.practiceId)),
    extension: extensionsOf(patient, masked),
  })
