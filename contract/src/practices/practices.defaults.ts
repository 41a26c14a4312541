import type { PracticeConfigurations } from './practices.configurations.ts'

/** Of the agenda: a page of it needs no more. */
export const defaultAgenda: PracticeConfigurations['agenda'] = {
  dayStartsAt: '07:00',
  dayEndsAt: '19:00',
  appointmentMinutes: 60,
  lateCancelHours: 24,
  confirmationMails: false,
  reminderHours: null,
  eveningSheets: false,
}

/** What holds where a practice has chosen nothing. */
export const defaultConfigurations: PracticeConfigurations = {
  records: { editWindowHours: 24, relockHours: 8 },
  agenda: defaultAgenda,
  packages: { lateCancellation: 'return' },
  receipts: { issuerName: null, taxId: null, address: null, series: '' },
  retention: { rule: 'never', years: null },
  access: { networks: [], hours: { practitioner: null, assistant: null, admin: null }, mailDomains: [] },
  firstSteps: { dismissed: false },
}
