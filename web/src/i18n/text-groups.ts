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
  /** Of the form of an appointment; it comes with it. */
  'appointment',
  /** Of the agenda's series; it comes with their dialogs. */
  'series',
  /** Of planning the visits of a case; it comes with it. */
  'course',
  'waitList',
  'schedules',
  'agendaViews',
  'record',
  /** Of files and their viewers; it comes with them. */
  'files',
  /** Of the notice that files cannot be stored; it comes with it. */
  'storage',
  /** Of copies of drafts, carrying forward and own texts in a form; it comes with them. */
  'writing',
  /** Of the section of own texts in the settings; it comes with it. */
  'snippets',
  /** Of versions and addenda of a record; it comes with them. */
  'history',
  /** Of signing; it comes with it. */
  'signatures',
  /** Of consents of patients; it comes with them. */
  'consents',
  /** Of what the desk does from a file: selling, and attendance on paper; it comes with it. */
  'desk',
  /** Of the pages that are printed; it comes with them. */
  'print',
  /** Of the page where papers are checked; it comes with it. */
  'verify',
  /** Of the key that papers are signed with; it comes with its sheet. */
  'signingKey',
  /** Of drawing on the body; it comes with the field. */
  'bodyChart',
  /** Of measures and body charts over time; it comes with their panel. */
  'evolution',
  /** Of measures of both sides and of scores; it comes with them. */
  'measures',
  /** Of the modules' page and of choosing a form; it comes with them. */
  'modules',
  /** Of the editor of a practice's own forms, and of bringing them in; it comes with them. */
  'moduleEditor',
  /** Of what is wrong with a module; it comes with its import. */
  'moduleFaults',
  'sessionPackage',
  /** Of receipts; it comes with them. */
  'receipts',
  'privacyPolicy',
  'termsConditions',
  'buttons',
  'common',
  'error',
] as const
export type TextGroup = (typeof textGroups)[number]

/** Loaded with every page. */
export const everyPageGroups = ['buttons', 'common', 'error'] as const satisfies readonly TextGroup[]
