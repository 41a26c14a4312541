import * as accountsIdentity from './accounts/accounts.identity.ts'
import * as accountsRecovery from './accounts/accounts.recovery.ts'
import * as accountsSecurity from './accounts/accounts.security.ts'
import * as accountsShortCode from './accounts/accounts.short-code.ts'
import * as accounts from './accounts/accounts.ts'
import * as appointmentsCourse from './appointments/appointments.course.ts'
import * as appointmentsMarks from './appointments/appointments.marks.ts'
import * as appointmentsPlanned from './appointments/appointments.planned.ts'
import * as appointmentsSeries from './appointments/appointments.series.ts'
import * as appointments from './appointments/appointments.ts'
import * as auditTrail from './audit/audit.trail.ts'
import * as backups from './backups/backups.ts'
import * as calendarFeeds from './calendar-feeds/calendar-feeds.ts'
import * as contact from './contact/contact.ts'
import * as contactFields from './contact-fields.ts'
import * as daySheets from './day-sheets/day-sheets.ts'
import * as draftsLocalCopies from './drafts/drafts.local-copies.ts'
import * as drafts from './drafts/drafts.ts'
import * as erasureActs from './erasures/erasures.acts.ts'
import * as erasures from './erasures/erasures.ts'
import * as fhirResources from './fhir/fhir.resources.ts'
import * as fhir from './fhir/fhir.ts'
import * as files from './files/files.ts'
import * as firstSteps from './first-steps/first-steps.ts'
import * as handOvers from './hand-overs/hand-overs.ts'
import * as pages from './http/page.ts'
import * as importsFields from './imports/imports.fields.ts'
import * as imports from './imports/imports.ts'
import * as moduleDocument from './modules/module-document.ts'
import * as modules from './modules/modules.ts'
import * as recordModule from './modules/record-module.ts'
import * as monitoring from './monitoring/monitoring.ts'
import * as news from './news/news.ts'
import * as papersKeys from './papers/papers.keys.ts'
import * as papersSheets from './papers/papers.sheets.ts'
import * as papers from './papers/papers.ts'
import * as patientArchive from './patient-archive/patient-archive.ts'
import * as patientConsents from './patient-consents/patient-consents.ts'
import * as patientCopiesBlocked from './patient-copies/patient-copies.blocked.ts'
import * as patientCopiesReserved from './patient-copies/patient-copies.reserved.ts'
import * as patientCopies from './patient-copies/patient-copies.ts'
import * as patientFile from './patient-file/patient-file.ts'
import * as patientMerges from './patient-merges/patient-merges.ts'
import * as patients from './patients/patients.ts'
import * as practiceDeletions from './practice-deletions/practice-deletions.ts'
import * as practiceKeysScopes from './practice-keys/practice-keys.scopes.ts'
import * as practiceKeys from './practice-keys/practice-keys.ts'
import * as practiceMoves from './practice-moves/practice-moves.ts'
import * as practicesConfigurations from './practices/practices.configurations.ts'
import * as practicesMembers from './practices/practices.members.ts'
import * as practices from './practices/practices.ts'
import * as practitionerCopies from './practitioner-copies/practitioner-copies.ts'
import * as receiptsPrices from './receipts/receipts.prices.ts'
import * as receipts from './receipts/receipts.ts'
import * as recordClassScores from './record-class/record-class.scores.ts'
import * as recordClass from './record-class/record-class.ts'
import * as recordsAddenda from './records/records.addenda.ts'
import * as recordsPrint from './records/records.print.ts'
import * as records from './records/records.ts'
import * as reminders from './reminders/reminders.ts'
import * as retention from './retention/retention.ts'
import * as schedules from './schedules/schedules.ts'
import * as sessionPackagesAnswer from './session-packages/session-packages.answer.ts'
import * as sessionPackages from './session-packages/session-packages.ts'
import * as settings from './settings/settings.ts'
import * as signatures from './signatures/signatures.ts'
import * as snippets from './snippets/snippets.ts'
import * as system from './system/system.ts'
import * as today from './today/today.ts'
import * as waitList from './wait-list/wait-list.ts'

/** What one word of the product stands for on the wire: its tables of endpoints, and its schemas by name. */
export interface Feature {
  readonly description: string
  readonly modules: readonly Readonly<Record<string, unknown>>[]
}

/**
 * The contract by feature, for the document of the API (`/api/openapi.json`): calls are grouped by feature, and a schema is
 * called there what it is exported as. The web app reads the modules one by one and never this list.
 */
export const features: Readonly<Record<string, Feature>> = {
  accounts: {
    description: 'Signing in and what proves who it is: passwords, passkeys, second factors, sessions',
    modules: [accounts, accountsIdentity, accountsRecovery, accountsSecurity, accountsShortCode],
  },
  practices: {
    description: 'Practices, their members and invitations',
    modules: [practices, practicesConfigurations, practicesMembers],
  },
  backups: {
    description: 'Backups of the installation, for whoever runs it',
    modules: [backups],
  },
  monitoring: {
    description: 'How the installation stands, for whoever runs it',
    modules: [monitoring],
  },
  'first-steps': { description: 'What a new practice sets up first', modules: [firstSteps] },
  settings: { description: 'Settings of the caller and of the practice', modules: [settings] },
  'practice-keys': {
    description: 'Keys that other programs read with in the name of the practice',
    modules: [practiceKeys, practiceKeysScopes],
  },
  'practice-moves': {
    description: 'Archives of everything a practice has',
    modules: [practiceMoves],
  },
  'practice-deletions': {
    description:
      'Deleting a practice: what there is, who keeps the files, thirty days to take it back, the certificate',
    modules: [practiceDeletions],
  },
  patients: { description: 'Patients, their contact data and pictures', modules: [patients] },
  imports: {
    description: 'Patients from a file of another system',
    modules: [imports, importsFields],
  },
  'patient-file': {
    description: 'A patient’s file as it is opened, and a glance at it before a visit',
    modules: [patientFile],
  },
  'patient-archive': {
    description: 'Putting a patient away and bringing one back',
    modules: [patientArchive],
  },
  'patient-merges': {
    description: 'Two files of one person that become one, and that taken back',
    modules: [patientMerges],
  },
  retention: {
    description: 'Files whose term is over, and the holds that keep them',
    modules: [retention],
  },
  erasures: {
    description: 'Destroying a file once no law keeps it, and what stays as a trace of that',
    modules: [erasures, erasureActs],
  },
  records: {
    description:
      'Medical histories, cases, follow-ups, documents and tests, and the forms they are written in',
    modules: [records, recordsAddenda, recordsPrint, recordClass, recordClassScores],
  },
  drafts: {
    description: 'What was typed and not saved yet',
    modules: [drafts, draftsLocalCopies],
  },
  files: { description: 'Uploads, and the bytes of what was uploaded', modules: [files] },
  signatures: { description: 'Signatures under records, and their seals', modules: [signatures] },
  'patient-copies': {
    description: 'Copies of a file for the patient: asked for, made, handed over',
    modules: [patientCopies, patientCopiesReserved, patientCopiesBlocked],
  },
  'practitioner-copies': {
    description: 'What one practitioner wrote, to take along when an owner signs it off',
    modules: [practitionerCopies],
  },
  'hand-overs': {
    description: 'Files of patients that are handed over to another practice, or come from one',
    modules: [handOvers],
  },
  'patient-consents': {
    description: 'Signed consents of a patient and their withdrawal',
    modules: [patientConsents],
  },
  papers: {
    description: 'Signed PDFs, the keys they are signed with, and their check',
    modules: [papers, papersSheets, papersKeys],
  },
  appointments: {
    description: 'The agenda: visits and their series',
    modules: [appointments, appointmentsSeries, appointmentsCourse, appointmentsPlanned, appointmentsMarks],
  },
  today: { description: 'The day of a person or of the practice, in one answer', modules: [today] },
  'day-sheets': {
    description: 'The sheet of a day for when the server cannot be reached, and what opens it',
    modules: [daySheets],
  },
  schedules: { description: 'Working hours, absences and free slots', modules: [schedules] },
  'wait-list': { description: 'Patients who wait for an earlier visit', modules: [waitList] },
  reminders: { description: 'Mails to patients about their visits', modules: [reminders] },
  'calendar-feeds': { description: 'The own agenda for calendar programs', modules: [calendarFeeds] },
  'session-packages': {
    description: 'Prepaid sessions and where each of them went',
    modules: [sessionPackages, sessionPackagesAnswer],
  },
  receipts: { description: 'What was paid, numbered without gaps', modules: [receipts, receiptsPrices] },
  modules: {
    description: 'Record modules: forms that a practice installs or brings along',
    modules: [modules, moduleDocument, recordModule],
  },
  snippets: { description: 'Own texts that are typed by a shortcut', modules: [snippets] },
  events: { description: 'What changes in the practice, told as it happens', modules: [news] },
  audit: { description: 'The audit trail', modules: [auditTrail] },
  fhir: {
    description: 'Reading in the standard of health records: FHIR R4',
    modules: [fhir, fhirResources],
  },
  contact: { description: 'Messages to whoever runs the installation', modules: [contact] },
  installation: { description: 'Health and first visit of the installation', modules: [system] },
}

/** What features share. */
export const sharedModules: readonly Readonly<Record<string, unknown>>[] = [pages, contactFields]
