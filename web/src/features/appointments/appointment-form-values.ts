import type {
  Appointment,
  AppointmentChange,
  AppointmentInput,
  AppointmentStatus,
} from '@ulna/contract/appointments'
import { clockText } from '../../blocks/agenda-grid/agenda-text.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/calendar-day.ts'
import { type FreeSlot, usualMinutes } from '../../blocks/agenda-grid/grid-column.ts'
import { minuteOfClock } from '../../blocks/agenda-grid/off-hours.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/zoned-time.ts'

export interface ChosenPatient {
  id: number
  name: string
}

/** What the form holds while somebody types; times are those of the practice's clock. */
export interface AppointmentFormValues {
  patient: ChosenPatient | null
  doctorId: string
  day: CalendarDay | null
  /** `HH:mm`, or empty. */
  start: string
  minutes: string
  title: string
  note: string
  patientNote: string
  confirmed: boolean
  status: AppointmentStatus
  cancelReason: string
}

/** Lengths offered, in minutes. */
export const offeredMinutes = [15, 20, 30, 40, 45, 60, 75, 90, 120]

/** The lengths to choose from, with the current one among them. */
export const minutesChoices = (minutes: string): number[] =>
  [...new Set([...offeredMinutes, Number(minutes)])].filter((count) => count > 0).sort((a, b) => a - b)

export const valuesOfSlot = (slot: FreeSlot): AppointmentFormValues => ({
  patient: null,
  doctorId: String(slot.doctorId),
  day: slot.day,
  start: clockText(slot.start, 'HH:mm'),
  minutes: String(slot.end > slot.start ? slot.end - slot.start : usualMinutes),
  title: '',
  note: '',
  patientNote: '',
  confirmed: false,
  status: 'booked',
  cancelReason: '',
})

export const valuesOfAppointment = (appointment: Appointment, time: ZonedTime): AppointmentFormValues => {
  const { day, minute } = time.wallOf(Date.parse(appointment.start))
  return {
    patient:
      appointment.patientId === null
        ? null
        : { id: appointment.patientId, name: appointment.patientName ?? '' },
    doctorId: String(appointment.doctorId),
    day,
    start: clockText(minute, 'HH:mm'),
    minutes: String(Math.round((Date.parse(appointment.end) - Date.parse(appointment.start)) / 60_000)),
    title: appointment.title ?? '',
    note: appointment.note ?? '',
    patientNote: appointment.patientNote ?? '',
    confirmed: appointment.confirmed,
    status: appointment.status,
    cancelReason: appointment.cancelReason ?? '',
  }
}

const startOf = ({ day, start }: AppointmentFormValues, time: ZonedTime): number =>
  time.instantOf(day ?? '', minuteOfClock(start))

/** Start and end as instants. A start that was not touched stays the very same instant, also in an hour that happens twice. */
const timesOf = (values: AppointmentFormValues, time: ZonedTime, stored?: Appointment) => {
  const before = stored && valuesOfAppointment(stored, time)
  const isSameStart = before?.day === values.day && before?.start === values.start
  const start = stored && isSameStart ? Date.parse(stored.start) : startOf(values, time)
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + Number(values.minutes) * 60_000).toISOString(),
  }
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text)

const contentOf = (values: AppointmentFormValues) => ({
  doctorId: Number(values.doctorId),
  patientId: values.patient?.id ?? null,
  title: textOrNull(values.title),
  note: textOrNull(values.note),
  patientNote: textOrNull(values.patientNote),
  confirmed: values.confirmed,
})

/** The body that books what the form holds. Ask `faultsOf` first. */
export const inputOfValues = (values: AppointmentFormValues, time: ZonedTime): AppointmentInput => ({
  ...contentOf(values),
  ...timesOf(values, time),
})

/** The body that changes a stored appointment to what the form holds. */
export const changeOfValues = (
  values: AppointmentFormValues,
  stored: Appointment,
  time: ZonedTime,
): AppointmentChange => ({
  ...contentOf(values),
  ...timesOf(values, time, stored),
  status: values.status,
  cancelReason: values.status === 'cancelled' ? textOrNull(values.cancelReason) : null,
  version: stored.version,
})

export type FaultKey = 'needsWho' | 'needsDoctor' | 'needsDay' | 'needsStart'

/** What is still missing, by field; the texts are `form.<key>` of the group `calendar`. */
export const faultsOf = (
  values: AppointmentFormValues,
): Partial<Record<keyof AppointmentFormValues, FaultKey>> => ({
  ...(values.patient === null && values.title.trim() === '' ? { patient: 'needsWho' } : {}),
  ...(values.doctorId === '' ? { doctorId: 'needsDoctor' } : {}),
  ...(values.day === null ? { day: 'needsDay' } : {}),
  ...(values.start === '' ? { start: 'needsStart' } : {}),
})

/** Wall-clock minute at which the appointment ends, or nothing while day or start are missing. */
export const endMinuteOf = (values: AppointmentFormValues, time: ZonedTime): number | undefined => {
  if (values.day === null || values.start === '') return undefined
  return time.wallOf(startOf(values, time) + Number(values.minutes) * 60_000).minute
}

const formFields: Record<string, keyof AppointmentFormValues> = {
  patientId: 'patient',
  doctorId: 'doctorId',
  start: 'start',
  end: 'minutes',
  title: 'title',
  note: 'note',
  patientNote: 'patientNote',
  cancelReason: 'cancelReason',
}

/** Which field of the form a field of the body is. */
export const formFieldOf = (field: string): keyof AppointmentFormValues | undefined => formFields[field]
