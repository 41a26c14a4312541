import type { PackageChange, PackageInput } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import type { ServerForm } from '../../api/forms/server-form.ts'
import { changedKeys, textOrNull } from '../../api/forms/server-form-values.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'

/** What the form holds while somebody types. */
export interface PackageFormValues {
  patient: ChosenPatient | null
  doctorId: string
  numSessions: string
  description: string
  price: string
  /** Null means the usual one of the practice. */
  currency: string | null
  expiresOn: string | null
  autoAdd: boolean
  notes: string
  /** Patients whom the package serves besides its owner. */
  family: readonly ChosenPatient[]
}

export type PackageForm = ServerForm<SessionPackage | undefined, PackageFormValues>

export interface NewPackageDefaults {
  patient: ChosenPatient | null
  doctorId: number | null
}

export const emptyPackage = ({ patient, doctorId }: NewPackageDefaults): PackageFormValues => ({
  patient,
  doctorId: String(doctorId ?? ''),
  numSessions: '10',
  description: '',
  price: '',
  currency: null,
  expiresOn: null,
  autoAdd: true,
  notes: '',
  family: [],
})

const valuesOfPackage = (sold: SessionPackage): PackageFormValues => ({
  patient: { id: sold.ownerId, name: sold.owner.fullName },
  doctorId: String(sold.doctorId),
  numSessions: String(sold.numSessions),
  description: sold.description ?? '',
  price: sold.packageData.price === null ? '' : String(sold.packageData.price),
  currency: sold.packageData.currency,
  expiresOn: sold.expiresOn,
  autoAdd: sold.autoAdd,
  notes: sold.packageData.notes ?? '',
  family: sold.patients
    .filter(({ id }) => id !== sold.ownerId)
    .map(({ id, fullName }) => ({ id, name: fullName })),
})

/** What the form begins with: a package as it is stored, or a new one with what is known of it. */
export const startOfPackage = (
  stored: SessionPackage | undefined,
  fresh: NewPackageDefaults,
): PackageFormValues => (stored ? valuesOfPackage(stored) : emptyPackage(fresh))

/** A whole number of sessions (specification §5); what is none stays so, and is refused as that. */
export const sessionCountOf = (text: string): number => Number.parseInt(text, 10)

/** A price as it is typed here and there: `49,95`, `49.95`, `720.000`. Null means none was typed. */
export const priceOf = (text: string): number | null => {
  const compact = text.replace(/[\s'’]/g, '')
  if (compact === '') return null
  const last = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'))
  // Three digits behind the last mark are thousands: no currency in use here has three behind its point.
  const isPoint = last >= 0 && compact.length - last - 1 !== 3
  const whole = (isPoint ? compact.slice(0, last) : compact).replace(/[.,]/g, '')
  return Number(isPoint ? `${whole}.${compact.slice(last + 1)}` : whole)
}

const dataOf = ({ price, currency, notes }: PackageFormValues) => {
  const amount = priceOf(price)
  return { price: amount, currency: amount === null ? null : currency, notes: textOrNull(notes) }
}

const fieldsOf = (values: PackageFormValues) => ({
  doctorId: Number(values.doctorId),
  numSessions: sessionCountOf(values.numSessions),
  description: textOrNull(values.description),
  autoAdd: values.autoAdd,
  packageData: dataOf(values),
  expiresOn: values.expiresOn,
  patientIds: values.family.map(({ id }) => id),
})

/** The body that sells it. Ask `missingIn` first. */
export const inputOf = (values: PackageFormValues): PackageInput => ({
  ownerId: values.patient?.id ?? 0,
  ...fieldsOf(values),
})

export const changeOf = (values: PackageFormValues, stored: SessionPackage): PackageChange => ({
  ...fieldsOf(values),
  version: stored.version,
})

/** What must be said before anything is sent: the fields that miss something. */
export const missingIn = (
  values: PackageFormValues,
): ('patient' | 'doctorId' | 'numSessions' | 'price')[] => [
  ...(values.patient === null ? (['patient'] as const) : []),
  ...(values.doctorId === '' ? (['doctorId'] as const) : []),
  ...(/^\s*\d{1,4}\s*$/.test(values.numSessions) ? [] : (['numSessions'] as const)),
  ...(Number.isNaN(priceOf(values.price)) ? (['price'] as const) : []),
]

/** The field of the form that a field of the call stands in. */
export const formFieldOf = (field: string): string =>
  field === 'ownerId' ? 'patient' : field.replace('packageData.', '')

/** What the form shows of two packages differs, or one of them is cancelled. */
export const saysOtherwise = (one: SessionPackage, other: SessionPackage): boolean =>
  changedKeys(valuesOfPackage(one), valuesOfPackage(other)).length > 0 ||
  (one.status === 'cancelled') !== (other.status === 'cancelled')
