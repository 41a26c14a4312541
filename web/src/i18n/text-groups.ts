/** The groups of texts; one file each in `locales/<language>/` (specification §2). */
export const textGroups = [
  'home',
  'auth',
  'user',
  'dashboard',
  'patient',
  'settings',
  'doctor',
  'practice',
  'calendar',
  'waitList',
  'schedules',
  'agendaViews',
  'record',
  'sessionPackage',
  'privacyPolicy',
  'termsConditions',
  'buttons',
  'common',
  'error',
  // Fetched with the part of the app that speaks them:
  'appointment', // the form of an appointment
  'series', // dialogs of a series in the agenda
  'course', // planning the visits of a case
  'files', // files and their viewers
  'backups', // backups of the installation
  'monitoring', // how the installation stands, and what failed
  'storage', // the notice that files cannot be stored
  'writing', // copies of drafts, carrying forward, and own texts in a form
  'snippets', // own texts in the settings
  'history', // versions and addenda of a record
  'signatures', // signing
  'consents', // consents of patients
  'desk', // what the desk does from a file: selling, and attendance on paper
  'print', // pages that are printed
  'verify', // the page where papers are checked
  'copies', // copies of a file for the patient
  'practitionerCopies', // what a practitioner wrote, to take along
  'handOvers', // files that go to another practice, or come from one
  'practiceMoves', // everything a practice has, in one file
  'practiceDeletions', // deleting a practice
  'daySheets', // the sheet for a day without the server, and what opens it
  'practiceKeys', // keys that other programs read with
  'signingKey', // the key that papers are signed with
  'bodyChart', // drawing on the body
  'evolution', // measures and body charts over time
  'measures', // measures of both sides, and scores
  'modules', // the modules' page, and choosing a form
  'moduleEditor', // the editor of a practice's own forms, and bringing them in
  'moduleFaults', // what is wrong with a module that is brought in
  'receipts', // receipts
  'palette', // what the search finds
  'imports', // patients from files of other systems
  'importErrors', // what is wrong with such a file: no other page is told of it
  'movingErrors', // what is wrong with a file that is copied, handed over, taken along or erased, and with the end of a practice
  'archive', // archiving a patient, and how long files are kept
  'merge', // two files of one person that become one
  'erasures', // destroying a file, and the trace of it
  'firstSteps', // what a new practice sets up
] as const
export type TextGroup = (typeof textGroups)[number]

/** Where texts of errors stand: on every page, and with the part of the app that alone is told of them. */
export const errorGroups = ['error', 'importErrors', 'movingErrors'] as const satisfies readonly TextGroup[]

/** Loaded with every page. */
export const everyPageGroups = ['buttons', 'common', 'error', 'user'] as const satisfies readonly TextGroup[]
