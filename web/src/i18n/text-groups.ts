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
