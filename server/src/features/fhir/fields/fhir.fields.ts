import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { PatientConsent } from '@ulna/contract/patient-consents/patient-consents'
import type { Patient } from '@ulna/contract/patients/patients'
import type { Practice, Practitioner } from '@ulna/contract/practices/practices'
import type { BodyMark } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import type { ValueFieldType } from '@ulna/contract/record-class/record-class.fields'
import type { Addendum, RecordFile, RecordRow } from '@ulna/contract/records/records'
import type { Signature } from '@ulna/contract/signatures/signatures'

/** Where a field of ours stands in FHIR, or why it does not. */
export type Place = string | { readonly leftOut: string }

/** Every field of what our reads hand out: one that is missing does not compile. */
export type FieldTable<T> = { readonly [K in keyof Required<T>]: Place }

const own = (name: string): string => `extension \`${name}\``
const said = (where: string): Place => ({ leftOut: `said by ${where}` })

export const patientFields: FieldTable<Patient> = {
  id: 'Patient.id (`patient-7`)',
  uid: 'Patient.identifier `patient-uid`',
  version: 'Patient.meta.versionId',
  practiceId: 'Patient.managingOrganization',
  firstName: 'Patient.name.given, .text',
  lastName: 'Patient.name.family, .text',
  fileId: 'Patient.identifier `file-number`, type MR',
  birthDate: 'Patient.birthDate',
  socialId: 'Patient.identifier `social-id`, type NI',
  phone: 'Patient.telecom, phone, home',
  mobile: 'Patient.telecom, phone, mobile',
  email: 'Patient.telecom, email',
  address: 'Patient.address.text',
  language: 'Patient.communication, preferred',
  mailReminders: `Patient, ${own('mail-reminders')}`,
  note: `Patient, ${own('patient-note')}`,
  clinicSummary: `Patient, ${own('clinic-summary')}; for clinical members`,
  lastControl: `Patient, ${own('last-control')}`,
  unlocked: `Patient, ${own('file-lock')}.unlocked`,
  unlockedUntil: `Patient, ${own('file-lock')}.unlocked-until`,
  lastUnlockedDate: `Patient, ${own('file-lock')}.last-unlocked`,
  lastLockedDate: `Patient, ${own('file-lock')}.last-locked`,
  profileImgData: 'Patient.photo',
  archivedAt: `Patient.active (false), ${own('archived')}.at`,
  archiveReason: `Patient, ${own('archived')}.reason`,
  otherFiles: 'Patient.link (replaces), Patient.identifier `file-number`, use old',
  createdAt: `Patient, ${own('created-at')}`,
  updatedAt: 'Patient.meta.lastUpdated',
}

export const practiceFields: FieldTable<Practice> = {
  id: 'Organization.id (`practice-1`)',
  uid: 'Organization.identifier `practice-uid`',
  version: 'Organization.meta.versionId',
  code: 'Organization.identifier `practice-code`',
  name: 'Organization.name',
  slogan: `Organization, ${own('slogan')}`,
  description: `Organization, ${own('description')}`,
  timezone: `Organization, ${own('time-zone')}`,
  locale: 'Organization.language',
  logoUrl: `Organization, ${own('logo')}`,
  logoFd: { leftOut: 'where the logo lies in the store' },
  configurations: { leftOut: 'settings of the product' },
  closingAt: { leftOut: 'since when it is only read, which ends when it is deleted or goes on' },
  createdAt: `Organization, ${own('created-at')}`,
  updatedAt: 'Organization.meta.lastUpdated',
}

const ofThePerson = { leftOut: 'of the person, not of the care' }

export const practitionerFields: FieldTable<Practitioner> = {
  id: 'Practitioner.id, PractitionerRole.id (`doctor-3`)',
  ownerId: { leftOut: 'the account behind' },
  practiceId: said('PractitionerRole.organization, which is the practice that is read'),
  firstName: 'Practitioner.name.given',
  lastName: 'Practitioner.name.family',
  fullName: 'Practitioner.name.text',
  licenceNumber: 'Practitioner.identifier `licence-number`, type LN',
  color: { leftOut: 'a colour of the agenda' },
  bookable: `PractitionerRole, ${own('bookable')}`,
  version: 'Practitioner.meta.versionId',
  birthDate: ofThePerson,
  socialId: ofThePerson,
  phone: ofThePerson,
  mobile: ofThePerson,
  email: ofThePerson,
  address: ofThePerson,
  createdAt: `Practitioner, ${own('created-at')}`,
  updatedAt: 'Practitioner.meta.lastUpdated',
}

export const appointmentFields: FieldTable<Appointment> = {
  id: 'Appointment.id (`appointment-9`)',
  uid: 'Appointment.identifier `appointment-uid`',
  version: 'Appointment.meta.versionId',
  doctorId: 'Appointment.participant.actor, Practitioner',
  doctorName: 'Appointment.participant.actor.display',
  patientId: 'Appointment.participant.actor, Patient',
  patientName: 'Appointment.participant.actor.display',
  start: 'Appointment.start',
  end: 'Appointment.end',
  title: 'Appointment.description',
  note: 'Appointment.comment',
  patientNote: 'Appointment.patientInstruction',
  confirmed: `Appointment.participant.status (accepted, needs-action), ${own('confirmed')}`,
  status: 'Appointment.status (attended: fulfilled)',
  cancelReason: `Appointment.cancelationReason, else ${own('cancel-reason')}`,
  cancelledLate: `Appointment, ${own('cancelled-late')}`,
  parent: `Appointment, ${own('series')}.parent`,
  every: `Appointment, ${own('series')}.every (JSON)`,
  until: `Appointment, ${own('series')}.until`,
  detached: `Appointment, ${own('series')}.detached`,
  allowOverlap: `Appointment, ${own('overlap')}.allowed`,
  overlapReason: `Appointment, ${own('overlap')}.reason`,
  importedFrom: `Appointment, ${own('imported-from')}`,
  createdAt: 'Appointment.created',
  updatedAt: 'Appointment.meta.lastUpdated',
}

export const recordFields: FieldTable<RecordRow> = {
  id: 'QuestionnaireResponse.id (`record-7`), and in every id of what is made of the record',
  uid: 'QuestionnaireResponse.identifier `record-uid`',
  version: 'meta.versionId',
  ownerId: said('QuestionnaireResponse.subject, the patient whose file it stands in'),
  authorId: said('the author'),
  author:
    'QuestionnaireResponse.author, Encounter.participant, EpisodeOfCare.careManager, Provenance.agent …',
  type: `QuestionnaireResponse, ${own('record-type')}; cases and follow-ups are an Encounter each`,
  subtype: `QuestionnaireResponse, ${own('record-subtype')}; a case is an EpisodeOfCare and a Condition; of a document DocumentReference.category`,
  recordClassId: 'QuestionnaireResponse.questionnaire',
  recordClassVersion: 'QuestionnaireResponse.questionnaire (`…|3`)',
  name: `Condition.code.text of a case, DocumentReference.description, ${own('record-name')}`,
  date: 'QuestionnaireResponse.authored, Encounter.period, Observation.effective …',
  localDay: `EpisodeOfCare.period.start, ${own('local-day')}`,
  data: 'QuestionnaireResponse.item, and what is coded of it (below)',
  caseId: `Encounter.episodeOfCare and .reasonReference, ${own('case')}`,
  sessionNumber: `Encounter and QuestionnaireResponse, ${own('session-number')}`,
  caseStatus: `EpisodeOfCare.status, Condition.clinicalStatus, ${own('case-state')}.status`,
  caseOutcome: `Condition.clinicalStatus, ${own('case-outcome')}, ${own('case-state')}.outcome`,
  caseClosedOn: `EpisodeOfCare.period.end, Condition.abatement, ${own('case-state')}.closed-on`,
  signed: `QuestionnaireResponse, ${own('signed')}; the signatures are Provenance`,
  voidedAt: `status entered-in-error everywhere, ${own('voided')}.at`,
  voidReason: `QuestionnaireResponse, ${own('voided')}.reason`,
  versions: `status amended, ${own('versions')}`,
  createdAt: `QuestionnaireResponse, ${own('created-at')}`,
  updatedAt: 'meta.lastUpdated, Provenance.recorded',
  former: `QuestionnaireResponse, ${own('former')}`,
}

export const addendumFields: FieldTable<Addendum> = {
  id: `QuestionnaireResponse, ${own('addendum')}.id`,
  recordId: 'QuestionnaireResponse.id',
  author: `QuestionnaireResponse, ${own('addendum')}.author`,
  text: `QuestionnaireResponse, ${own('addendum')}.text`,
  at: `QuestionnaireResponse, ${own('addendum')}.at`,
}

export const fileFields: FieldTable<RecordFile> = {
  id: 'DocumentReference.id, Binary.id (`file-4`)',
  uid: 'DocumentReference.masterIdentifier',
  recordId: 'DocumentReference.context.related',
  author: 'DocumentReference.author',
  fileName: 'DocumentReference.content.attachment.title',
  contentType: 'DocumentReference.content.attachment.contentType, Binary.contentType',
  kind: 'DocumentReference.type',
  size: 'DocumentReference.content.attachment.size',
  sha256: `DocumentReference.content.attachment, ${own('sha256')}`,
  width: `DocumentReference.content.attachment, ${own('width')}`,
  height: `DocumentReference.content.attachment, ${own('height')}`,
  state: `DocumentReference.docStatus, ${own('file-state')}; only ready files have an address`,
  problem: `DocumentReference, ${own('file-problem')}`,
  dicom: `DocumentReference, ${own('dicom')}, a part for each of its fields`,
  storageType: { leftOut: 'where the bytes lie; they are the Binary' },
  rawStoragePath: { leftOut: 'where the bytes lie; they are the Binary' },
  version: { leftOut: 'version of our shape' },
  createdAt: 'DocumentReference.date',
}

export const dicomFields: FieldTable<NonNullable<RecordFile['dicom']>> = {
  patientName: `${own('dicom')}.patient-name`,
  patientId: `${own('dicom')}.patient-id`,
  birthDate: `${own('dicom')}.birth-date`,
  studyDate: `${own('dicom')}.study-date`,
  modality: `${own('dicom')}.modality`,
  description: `${own('dicom')}.description`,
  content: `${own('dicom')}.content`,
  isUnpacked: `${own('dicom')}.is-unpacked`,
}

export const signatureFields: FieldTable<Signature> = {
  id: 'Provenance.id (`signature-5`)',
  recordId: 'Provenance.target',
  sealId: `Provenance, ${own('seal-id')}`,
  recordVersion: `Provenance, ${own('record-version')}`,
  signer: `Provenance.agent.who, .signature.type, ${own('signer')}`,
  signerName: `Provenance, ${own('signer-name')}`,
  relation: `Provenance, ${own('relation')}`,
  practitioner: `Provenance, ${own('practitioner')}: id, name, licence-number`,
  image: 'Provenance.signature.data',
  typedName: `Provenance, ${own('typed-name')}`,
  language: 'Provenance.language',
  signedAt: 'Provenance.recorded, .signature.when',
  withdrawnAt: `Provenance, ${own('withdrawn')}.at`,
  withdrawnBy: `Provenance, ${own('withdrawn')}.by`,
  withdrawReason: `Provenance, ${own('withdrawn')}.reason`,
}

export const consentFields: FieldTable<PatientConsent> = {
  recordId: 'Consent.id, .sourceReference (`record-8`)',
  recordClassId: 'Consent.category',
  recordClassVersion: 'Consent.category',
  newestVersion: `Consent, ${own('newest-form-version')}`,
  state: 'Consent.status (open: proposed, given: active, withdrawn: inactive)',
  signatures: 'Consent.verification, a part for each of its fields',
  withdrawnAt: `Consent, ${own('withdrawn')}.at`,
  withdrawnBy: `Consent, ${own('withdrawn')}.told-to`,
  withdrawReason: `Consent, ${own('withdrawn')}.reason`,
}

export const consentSignatureFields: FieldTable<PatientConsent['signatures'][number]> = {
  signer: `Consent.verification.verifiedWith, ${own('signer')}`,
  name: `Consent.verification, ${own('signer-name')}`,
  relation: `Consent.verification, ${own('relation')}`,
  at: 'Consent.verification.verificationDate',
  language: `Consent.verification, ${own('language')}`,
}

/** How a field of a form is told, by its type. Every one of them is an item of the QuestionnaireResponse. */
export const answerPlaces: Readonly<Record<ValueFieldType, string>> = {
  text: 'valueString',
  textarea: 'valueString; a line each of the lists below is a resource too',
  date: 'valueDateTime',
  time: 'valueTime',
  number: 'valueDecimal; Observation.valueQuantity where it is measured',
  percent: 'valueDecimal; Observation.valueQuantity where it is measured',
  select: 'valueCoding',
  radio_group: 'valueCoding',
  checkbox_group: 'valueCoding, one each',
  switch: 'valueBoolean',
  checkbox: 'valueBoolean',
  bmi: 'items `.weight`, `.height`; Observations body weight (kg), height (cm), BMI, vital signs',
  measure_pair: 'items `.right`, `.left`; one Observation with a component a side',
  conditional_switch: 'valueBoolean, with an item `.value` below it',
  pain_scale: 'valueInteger; Observation.valueInteger, LOINC 72514-3 where it goes from 0 to 10',
  body_chart: 'items `.mark`; one Observation with a component a mark',
  case_select:
    'valueReference to the EpisodeOfCare; in a form of elsewhere its number there, as an identifier',
}

export const markFields: FieldTable<BodyMark> = {
  view: 'item `.mark.view`; Observation.component.code',
  region: 'item `.mark.region`; Observation.component.code',
  side: 'item `.mark.side`; Observation.component.code',
  strokes: `item \`.mark.strokes\`, a line each; of the component ${own('strokes')} says how many`,
  intensity: 'item `.mark.intensity`; Observation.component.valueInteger',
  qualities: `item \`.mark.qualities\`; Observation.component, ${own('pain-quality')}`,
  depth: `item \`.mark.depth\`; Observation.component, ${own('pain-depth')}`,
  note: `item \`.mark.note\`; Observation.component, ${own('mark-note')}`,
}

/** The tables as the documentation has them. */
export const fieldTables: readonly (readonly [title: string, fields: Readonly<Record<string, Place>>])[] = [
  ['Patient', patientFields],
  ['Practice', practiceFields],
  ['Practitioner', practitionerFields],
  ['Appointment', appointmentFields],
  ['Record', recordFields],
  ['Answers of a record, by type of field', answerPlaces],
  ['Mark of a body chart', markFields],
  ['Addendum', addendumFields],
  ['File of a record', fileFields],
  ['Header of a DICOM file', dicomFields],
  ['Signature', signatureFields],
  ['Consent', consentFields],
  ['Hand under a consent', consentSignatureFields],
]
