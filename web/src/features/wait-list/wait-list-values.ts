import type {
  WaitingPatient,
  WaitingPatientChange,
  WaitingPatientInput,
  WaitingStatus,
} from '@ulna/contract/wait-list/wait-list'
import { changedKeys } from '../../api/forms/server-form-values.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'

/** What the form holds while somebody types; days and times are those of the practice's clock. */
export interface WaitingFormValues {
  patient: ChosenPatient | null
  /** Empty means anybody. */
  doctorId: string
  minutes: string
  /** Monday is 1; without one, any day will do. */
  weekdays: readonly number[]
  /** Time as `HH:mm`, or empty; an end of `00:00` is midnight. */
  from: string
  to: string
  earliest: string | null
  latest: string | null
  note: string
}

export const emptyWaiting = (minutes: number, patient: ChosenPatient | null = null): WaitingFormValues => ({
  patient,
  doctorId: '',
  minutes: String(minutes),
  weekdays: [],
  from: '',
  to: '',
  earliest: null,
  latest: null,
  note: '',
})

export const valuesOfWaiting = (waiting: WaitingPatient): WaitingFormValues => ({
  patient: { id: waiting.patientId, name: waiting.patientName },
  doctorId: waiting.doctorId === null ? '' : String(waiting.doctorId),
  minutes: String(waiting.minutes),
  weekdays: waiting.weekdays,
  from: waiting.from ?? '',
  to: waiting.to === '24:00' ? '00:00' : (waiting.to ?? ''),
  earliest: waiting.earliest,
  latest: waiting.latest,
  note: waiting.note ?? '',
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

const wishesOf = (values: WaitingFormValues) => ({
  doctorId: values.doctorId === '' ? null : Number(values.doctorId),
  minutes: Number(values.minutes),
  weekdays: [...values.weekdays],
  from: orNull(values.from),
  to: values.to === '00:00' ? '24:00' : orNull(values.to),
  earliest: values.earliest,
  latest: values.latest,
  note: orNull(values.note),
})

/** The body that puts the patient on the list. */
export const inputOfValues = (values: WaitingFormValues): WaitingPatientInput => ({
  ...wishesOf(values),
  patientId: values.patient?.id ?? 0,
})

/** What somebody wishes differs, or whether they wait. */
export const saysOtherwise = (one: WaitingPatient, other: WaitingPatient): boolean =>
  one.status !== other.status || changedKeys(valuesOfWaiting(one), valuesOfWaiting(other)).length > 0

type WaitingBase = Pick<WaitingPatient, 'version' | 'status'>

/**
 * The body that changes what a waiting patient wishes, as long as nobody else did since. Who waits no more is put back:
 * a wish that is saved but not on the list would be fulfilled by nobody.
 */
export const changeOfValues = (
  values: WaitingFormValues,
  { version, status }: WaitingBase,
): WaitingPatientChange => ({
  ...wishesOf(values),
  ...(status === 'waiting' ? {} : { status: 'waiting' }),
  version,
})

/** The body that says that somebody has a time now, as long as the wish is still the one that was looked at. */
export const changeOfBooked = ({ version }: WaitingBase): WaitingPatientChange => ({
  status: 'booked',
  version,
})

/** What is said when somebody was booked whose wish a colleague had changed meanwhile, by what it was by then. */
export const bookedBeside = {
  booked: 'twice',
  withdrawn: 'withdrawn',
  waiting: 'stays',
} as const satisfies Record<WaitingStatus, string>

/** Which field of the form a field of the body is. */
export const formFieldOf = (field: string): string =>
  field === 'patientId' ? 'patient' : (field.split('.')[0] ?? '')
