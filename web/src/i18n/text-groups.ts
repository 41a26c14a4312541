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
  'waitList',
  'schedules',
  'agendaViews',
  'record',
  /** Of versions and addenda of a record; it comes with them. */
  'history',
  /** Of the pages that are printed; it comes with them. */
  'print',
  /** Of measures of both sides and of scores; it comes with them. */
  'measures',
  /** Of the modules' page and of choosing a form; it comes with them. */
  'modules',
  'sessionPackage',
  'privacyPolicy',
  'termsConditions',
  'buttons',
  'common',
  'error',
] as const
export type TextGroup = (typeof textGroups)[number]

/** Loaded with every page. */
export const everyPageGroups = ['buttons', 'common', 'error'] as const satisfies readonly TextGroup[]
