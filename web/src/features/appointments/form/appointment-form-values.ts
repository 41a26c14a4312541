import type {
  Appointment,
  AppointmentChange,
  AppointmentInput,
  AppointmentStatus,
  SeriesChange,
} from '@ulna/contract/appointments/appointments'
import { clockText } from '@ulna/contract/clock-text'
import type { FreeSlot } from '../../../blocks/agenda-grid/board/grid-column.ts'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { minuteOfClock } from '../../../blocks/agenda-grid/parts/off-hours.ts'
import type { ZonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'
import { dayOf } from '../../../blocks/typed-time/day-text.ts'
import { isTime } from '../../../blocks/typed-time/time-text.ts'
import type { SeriesWish } from '../series/series-wish.ts'
import {
  neverRepeated,
  type RepeatFault,
  type RepeatField,
  type RepeatValues,
  repeatFaultsOf,
  repeatsAlike,
  ruleOfValues,
  untilOfValues,
  valuesOfRule,
} from '../series/step/repeat-values.ts'

export interface ChosenPatient {
  id: number
  name: string
}

/** What the form holds while somebody types; times are those of the practice's clock. */
export interface AppointmentFormValues {
  patient: ChosenPatient | null
  doctorId: string
  /** The day, or what was typed where that is no day. */
  day: CalendarDay | null
  /** `HH:mm`, or empty, or as typed where it is no time. */
  start: string
  minutes: string
  repeat: RepeatValues
  title: string
  note: string
  patientNote: string
  confirmed: boolean
  status: AppointmentStatus
  cancelReason: string
}

export const valuesOfSlot = (slot: FreeSlot): AppointmentFormValues => ({
  patient: null,
  doctorId: String(slot.doctorId),
  day: slot.day,
  start: clockText(slot.start, 'HH:mm'),
  minutes: String(slot.end - slot.start),
  repeat: neverRepeated,
  title: '',
  note: '',
  patientNote: '',
  confirmed: false,
  status: 'booked',
  cancelReason: '',
})

/** The practice's day that the last instant of a series lies in. */
const lastDayOf = ({ until }: Pick<Appointment, 'until'>, time: ZonedTime): CalendarDay | null =>
  until === null ? null : time.wallOf(Date.parse(until)).day

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
    repeat: valuesOfRule(appointment.every, lastDayOf(appointment, time), day),
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

const ruleOf = ({ repeat, day }: AppointmentFormValues): Pick<SeriesChange, 'every' | 'until'> => ({
  every: ruleOfValues(repeat, day ?? ''),
  ...(repeat.freq === 'never' ? {} : { until: untilOfValues(repeat) }),
})

/** The body that books what the form holds. Ask `faultsOf` first. */
export const inputOfValues = (values: AppointmentFormValues, time: ZonedTime): AppointmentInput => ({
  ...contentOf(values),
  ...timesOf(values, time),
  ...(values.repeat.freq === 'never' ? {} : ruleOf(values)),
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

/** The same change for a series: only what differs from the stored one, for the rest is each occurrence's own. */
const seriesChangeOfValues = (
  values: AppointmentFormValues,
  stored: Appointment,
  time: ZonedTime,
): SeriesChange => {
  const initial = valuesOfAppointment(stored, time)
  const before = new Map(Object.entries(changeOfValues(initial, stored, time)))
  const changed = Object.entries(changeOfValues(values, stored, time)).filter(
    ([name, value]) => value !== before.get(name),
  )
  const rule = repeatsAlike(values.repeat, initial.repeat) ? {} : ruleOf(values)
  return { ...Object.fromEntries(changed), ...rule, version: stored.version }
}

/** What concerns one visit alone: who came or not, and whether the patient confirmed. */
const ownFields = ['status', 'cancelReason', 'confirmed', 'version']

const isAboutOneVisit = (change: SeriesChange): boolean =>
  change.status !== 'cancelled' && Object.keys(change).every((name) => ownFields.includes(name))

/** What the form wants of a series; undefined where it is about one appointment. */
export const seriesWishOf = (
  values: AppointmentFormValues,
  stored: Appointment | undefined,
  time: ZonedTime,
): SeriesWish | undefined => {
  const repeats = values.repeat.freq !== 'never'
  if (!stored) return repeats ? { kind: 'book', input: inputOfValues(values, time) } : undefined
  const change = seriesChangeOfValues(values, stored, time)
  if (stored.parent === null) return repeats ? { kind: 'begin', appointment: stored, change } : undefined
  return isAboutOneVisit(change) ? undefined : { kind: 'change', appointment: stored, change }
}

export type FaultKey = 'needsWho' | 'needsPractitioner' | 'needsDay' | 'needsStart'

/** A field of the form; those of the repetition by their path. */
export type FormField = Exclude<keyof AppointmentFormValues, 'repeat'> | `repeat.${RepeatField}`

export interface FormFault {
  field: FormField
  /** Key `form.<key>` of the group `calendar`, or of `series` for a repetition. */
  key: FaultKey | RepeatFault
}

const ownFaultsOf = (values: AppointmentFormValues): FormFault[] => [
  ...(values.patient === null && values.title.trim() === ''
    ? [{ field: 'patient', key: 'needsWho' } as const]
    : []),
  ...(values.doctorId === '' ? [{ field: 'doctorId', key: 'needsPractitioner' } as const] : []),
  ...(dayOf(values.day) === null ? [{ field: 'day', key: 'needsDay' } as const] : []),
  ...(!isTime(values.start) ? [{ field: 'start', key: 'needsStart' } as const] : []),
]

/** What is still missing or makes no sense. */
export const faultsOf = (values: AppointmentFormValues): FormFault[] => [
  ...ownFaultsOf(values),
  ...Object.entries(repeatFaultsOf(values.repeat, dayOf(values.day))).map(
    ([field, key]): FormFault => ({ field: `repeat.${field as RepeatField}`, key }),
  ),
]

/** Wall-clock minute at which the appointment ends, or nothing while day or start are missing. */
export const endMinuteOf = (values: AppointmentFormValues, time: ZonedTime): number | undefined => {
  if (dayOf(values.day) === null || !isTime(values.start)) return undefined
  return time.wallOf(startOf(values, time) + Number(values.minutes) * 60_000).minute
}

const formFields: Record<string, FormField> = {
  patientId: 'patient',
  doctorId: 'doctorId',
  start: 'start',
  end: 'minutes',
  title: 'title',
  note: 'note',
  patientNote: 'patientNote',
  cancelReason: 'cancelReason',
  until: 'repeat.until',
  'every.interval': 'repeat.interval',
  'every.byWeekday': 'repeat.weekdays',
  'every.count': 'repeat.count',
}

/** Which field of the form a field of the body is. */
export const formFieldOf = (field: string): FormField | undefined => formFields[field]
