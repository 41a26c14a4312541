import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'

/** The practice as it is set up: nothing of its first steps is left. */
export const demoConfigurations: PracticeConfigurations = {
  ...defaultConfigurations,
  agenda: {
    ...defaultConfigurations.agenda,
    dayStartsAt: '07:00',
    dayEndsAt: '18:00',
    appointmentMinutes: 45,
  },
  receipts: {
    issuerName: 'Fisioterapia Chapinero S.A.S.',
    taxId: 'NIT 900.000.000-0',
    address: 'Carrera 13 # 54-20, Bogotá',
    series: '',
  },
  firstSteps: { dismissed: true },
}
