/** Every path of the web app (specification §2). Parameters are written `$name`, as the router takes them. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  activate: '/activate',
  confirmMail: '/confirm-mail',
  reminders: '/reminders',
  privacyPolicy: '/privacy-policy',
  termsConditions: '/terms-conditions',
  dashboard: '/app/dashboard',
  calendar: '/app/calendar',
  patients: '/app/patient',
  newPatient: '/app/patient/new',
  patient: '/app/patient/$patientId',
  settings: '/app/settings',
} as const
