import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { Condition } from './condition.ts'
import { carpalTunnel, lateralElbowPain, wristFracture } from './conditions/arm.ts'
import { ankleSprain, plantarFasciitis } from './conditions/foot-and-ankle.ts'
import {
  hipReplacement,
  kneeOsteoarthritis,
  ligamentReconstruction,
  patellarTendinopathy,
} from './conditions/knee-and-hip.ts'
import { frozenShoulder, rotatorCuff } from './conditions/shoulder.ts'
import { lowBackPain, neckPain, sciatica } from './conditions/spine.ts'
import type { Named } from './people.ts'
import type { Practitioner } from './staff.ts'
import type { Sex, Side } from './texts.ts'

/** The day of the demo is written by hand, so that every kind of appointment is there to be seen. It is 10:26. */
export interface TodaysVisit {
  readonly start: string
  readonly end: string
  readonly status: AppointmentStatus
  readonly confirmed: boolean
}

export interface ScriptedPatient {
  readonly person: Named
  readonly practitioner: Practitioner
  readonly condition: Condition
  readonly side: Side
  /** Follow-ups before today; null for somebody who has never been here. */
  readonly followUps: number | null
  readonly today: TodaysVisit | null
  /** Days since the last visit, for those who do not come today. */
  readonly lastVisitDaysAgo?: number
  /** Visits booked after today. */
  readonly ahead: number
  readonly allergies?: string
  readonly warning?: string
}

export interface Block {
  readonly practitioner: Practitioner
  readonly start: string
  readonly end: string
  readonly title: string
  readonly note: string | null
}

const at = (start: string, end: string, status: AppointmentStatus, confirmed = true): TodaysVisit => ({
  start,
  end,
  status,
  confirmed,
})

const named = (firstName: string, lastName: string, sex: Sex, age: number): Named => ({
  firstName,
  lastName,
  sex,
  age,
})

const scripted = (
  practitioner: Practitioner,
  person: Named,
  complaint: readonly [Condition, Side],
  rest: Omit<ScriptedPatient, 'practitioner' | 'person' | 'condition' | 'side'>,
): ScriptedPatient => ({ practitioner, person, condition: complaint[0], side: complaint[1], ...rest })

export const scriptedPatients: readonly ScriptedPatient[] = [
  scripted(0, named('Héctor', 'Arango Villa', 'm', 27), [ligamentReconstruction, 'left'], {
    followUps: 10,
    today: at('07:00', '07:40', 'attended'),
    ahead: 2,
  }),
  scripted(0, named('Paula Andrea', 'Castaño', 'f', 36), [neckPain, 'right'], {
    followUps: 2,
    today: at('07:45', '08:25', 'attended'),
    ahead: 1,
  }),
  scripted(0, named('Sebastián', 'Quintero Rojas', 'm', 23), [ankleSprain, 'right'], {
    followUps: 3,
    today: at('08:30', '09:10', 'no_show', false),
    ahead: 0,
  }),
  scripted(0, named('Lucía', 'Fernández Prat', 'f', 24), [patellarTendinopathy, 'left'], {
    followUps: 5,
    today: at('09:15', '10:00', 'attended'),
    ahead: 2,
  }),
  scripted(0, named('Mariana', 'Gómez Lara', 'f', 41), [rotatorCuff, 'right'], {
    followUps: 6,
    today: at('10:30', '11:10', 'arrived'),
    ahead: 1,
    allergies: 'Látex',
    warning: 'Anticoagulada (apixabán)',
  }),
  scripted(0, named('Carlos Eduardo', 'Peña Ortiz', 'm', 52), [lowBackPain, 'right'], {
    followUps: 1,
    today: at('11:15', '12:00', 'booked'),
    ahead: 2,
  }),
  scripted(0, named('Ana Sofía', 'Bermúdez', 'f', 31), [neckPain, 'left'], {
    followUps: null,
    today: at('12:00', '13:00', 'booked'),
    ahead: 0,
  }),
  scripted(0, named('Jorge Iván', 'Salazar', 'm', 57), [frozenShoulder, 'left'], {
    followUps: 8,
    today: at('14:00', '14:45', 'booked'),
    ahead: 2,
  }),
  scripted(0, named('Rosa Elena', 'Murcia', 'f', 68), [kneeOsteoarthritis, 'right'], {
    followUps: 3,
    today: at('15:30', '16:15', 'booked', false),
    ahead: 1,
    warning: 'Hipertensión: tomar la tensión antes de la sesión',
  }),
  scripted(0, named('Valentina', 'Ríos Medina', 'f', 44), [plantarFasciitis, 'left'], {
    followUps: 4,
    today: null,
    lastVisitDaysAgo: 3,
    ahead: 0,
  }),
  scripted(0, named('Íñigo', 'Echeverría Sanz', 'm', 39), [lateralElbowPain, 'right'], {
    followUps: 5,
    today: null,
    lastVisitDaysAgo: 4,
    ahead: 0,
  }),
  scripted(0, named('Miguel Ángel', 'Duarte', 'm', 48), [neckPain, 'right'], {
    followUps: 2,
    today: null,
    lastVisitDaysAgo: 2,
    ahead: 0,
  }),
  scripted(1, named('Felipe', 'Zuluaga Arias', 'm', 34), [sciatica, 'left'], {
    followUps: null,
    today: at('08:00', '09:00', 'attended'),
    ahead: 2,
  }),
  scripted(1, named('Camila', 'Ortega Ruiz', 'f', 29), [ankleSprain, 'left'], {
    followUps: 4,
    today: at('09:15', '10:00', 'attended'),
    ahead: 1,
  }),
  scripted(1, named('Daniela', 'Vargas Nieto', 'f', 19), [ligamentReconstruction, 'right'], {
    followUps: 14,
    today: at('10:00', '10:45', 'arrived'),
    ahead: 2,
  }),
  scripted(1, named('Tomás', 'Vargas Nieto', 'm', 17), [patellarTendinopathy, 'right'], {
    followUps: 2,
    today: at('10:45', '11:25', 'booked'),
    ahead: 2,
  }),
  scripted(1, named('Beatriz', 'Molina', 'f', 61), [rotatorCuff, 'left'], {
    followUps: 7,
    today: at('11:30', '12:15', 'booked'),
    ahead: 1,
    allergies: 'Penicilina',
  }),
  scripted(1, named('Natalia', 'Henao Gil', 'f', 33), [lowBackPain, 'left'], {
    followUps: 3,
    today: at('15:00', '15:45', 'cancelled', false),
    ahead: 1,
  }),
  scripted(1, named('Santiago', 'Lozano Pardo', 'm', 45), [sciatica, 'right'], {
    followUps: 6,
    today: at('16:00', '16:45', 'booked', false),
    ahead: 2,
  }),
  scripted(2, named('Gloria Inés', 'Patiño', 'f', 72), [hipReplacement, 'right'], {
    followUps: 9,
    today: at('09:00', '09:45', 'attended'),
    ahead: 2,
    warning: 'Riesgo de caída',
  }),
  scripted(2, named('Manuel Esteban', 'Roa', 'm', 66), [kneeOsteoarthritis, 'left'], {
    followUps: 5,
    today: at('09:45', '10:30', 'attended'),
    ahead: 1,
    warning: 'Marcapasos: no aplicar electroterapia',
  }),
  scripted(2, named('Irene', 'Castellanos', 'f', 51), [carpalTunnel, 'right'], {
    followUps: 3,
    today: at('10:45', '11:30', 'booked'),
    ahead: 1,
  }),
  scripted(2, named('Rafael', 'Ospina León', 'm', 63), [wristFracture, 'left'], {
    followUps: 6,
    today: at('12:15', '13:00', 'booked'),
    ahead: 2,
  }),
  scripted(2, named('Yolanda', 'Cruz Peña', 'f', 58), [frozenShoulder, 'right'], {
    followUps: 11,
    today: at('14:00', '14:45', 'booked', false),
    ahead: 1,
  }),
]

/** Today's appointments without a patient. */
export const todaysBlocks: readonly Block[] = [
  { practitioner: 1, start: '14:00', end: '15:00', title: 'Grupo de espalda sana', note: '5 de 6 lugares' },
  { practitioner: 2, start: '11:30', end: '12:10', title: 'Reunión de equipo', note: null },
]
