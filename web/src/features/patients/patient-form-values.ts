import type { Patient, PatientInput } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Picture } from '../../blocks/picture/read-picture.ts'

/** What stands in the form: everything as text, so that nothing typed is lost. */
export interface PatientFormValues {
  firstName: string
  lastName: string
  birthDate: string | null
  socialId: string
  fileId: string
  mobile: string
  phone: string
  email: string
  address: string
  note: string
  clinicSummary: string
  /** Language of mails; null means that of the practice. */
  language: Language | null
  mailReminders: boolean
  picture: Picture | null
}

/** The fields that are nothing but text. */
export type TextName = Exclude<
  keyof PatientFormValues,
  'birthDate' | 'picture' | 'language' | 'mailReminders'
>

/** What the form starts with; undefined for a new patient. */
export const startOf = (stored: Patient | undefined): PatientFormValues => ({
  firstName: stored?.firstName ?? '',
  lastName: stored?.lastName ?? '',
  birthDate: stored?.birthDate ?? null,
  socialId: stored?.socialId ?? '',
  fileId: stored?.fileId ?? '',
  mobile: stored?.mobile ?? '',
  phone: stored?.phone ?? '',
  email: stored?.email ?? '',
  address: stored?.address ?? '',
  note: stored?.note ?? '',
  clinicSummary: stored?.clinicSummary ?? '',
  language: stored?.language ?? null,
  mailReminders: stored?.mailReminders ?? true,
  picture: null,
})

export const emptyPatient = startOf(undefined)

/** What a new patient starts with after somebody looked for them in vain: a name, an address or a number. */
export const typedPatient = (text: string): Partial<PatientFormValues> => {
  const typed = text.trim()
  if (typed === '') return {}
  if (typed.includes('@')) return { email: typed }
  if (/^\+?[\d\s().-]+$/.test(typed)) return { mobile: typed }
  const [firstName = '', ...rest] = typed.split(/\s+/)
  return rest.length === 0 ? { firstName } : { firstName, lastName: rest.join(' ') }
}

const optionalTexts = [
  'socialId',
  'fileId',
  'mobile',
  'phone',
  'email',
  'address',
  'note',
  'clinicSummary',
] as const

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What was chosen about mails; of a new patient only what the server would not take by itself. */
const mailChoices = ({ language, mailReminders }: PatientFormValues, isNew: boolean) => ({
  ...(isNew && language === null ? {} : { language }),
  ...(isNew && mailReminders ? {} : { mailReminders }),
})

/** What is sent: empty texts as null. A new patient leaves out what is empty, so that the server fills the file number. */
export const inputOfValues = (values: PatientFormValues, isNew: boolean): PatientInput => {
  const texts = optionalTexts.map((name) => [name, textOrNull(values[name])] as const)
  // The summary is not answered without clinical access; an empty one must not wipe what others wrote.
  const sent = texts.filter(([, text]) => text !== null || !isNew)
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    birthDate: values.birthDate,
    ...mailChoices(values, isNew),
    ...Object.fromEntries(sent),
    ...(values.picture ? { profileImg: values.picture } : {}),
  }
}

/** Only what differs from the stored patient, so that two people editing different fields do not collide. */
export const changeOfValues = (
  values: PatientFormValues,
  stored: PatientFormValues,
): Partial<PatientInput> => {
  const now = inputOfValues(values, false)
  const before = inputOfValues(stored, false)
  const changed = Object.entries(now).filter(([name, value]) => value !== Reflect.get(before, name))
  return Object.fromEntries(changed)
}

/** The field a server's error names, when the form has it. */
export const formFieldOf = (path: string): keyof PatientFormValues | undefined => {
  const name = path.split('.')[0] ?? ''
  if (name === 'profileImg') return 'picture'
  return Object.hasOwn(emptyPatient, name) ? (name as keyof PatientFormValues) : undefined
}
