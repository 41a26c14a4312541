import { languages } from '@ulna/contract/languages'
import type { Practice } from '@ulna/contract/practices/practices'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { LateCancellation } from '@ulna/contract/session-packages/session-packages.states'
import type { Picture } from '../../../blocks/picture/read-picture.ts'
import type { PracticeChange } from './practice-settings.queries.ts'

/** What stands in the form; numbers as they are typed. */
export interface PracticeValues {
  name: string
  slogan: string
  code: string
  description: string
  locale: Language
  timezone: string
  /** Address of the stored one, or the picture that was chosen; null when there is none. */
  logo: Picture | string | null
  editWindowHours: string
  relockHours: string
  dayStartsAt: string
  dayEndsAt: string
  appointmentMinutes: string
  lateCancelHours: string
  /** Empty: nobody is reminded. */
  reminderHours: string
  confirmationMails: boolean
  /** Whether the next day's sheets are made each evening. */
  eveningSheets: boolean
  /** What becomes of the prepaid session of a visit that is cancelled late. */
  lateCancellation: LateCancellation
}

export const valuesOfPractice = (practice: Practice): PracticeValues => {
  const { records, agenda, packages } = practice.configurations
  return {
    name: practice.name,
    slogan: practice.slogan ?? '',
    code: practice.code ?? '',
    description: practice.description ?? '',
    locale: languages.find((language) => language === practice.locale) ?? 'es',
    timezone: practice.timezone,
    logo: practice.logoUrl,
    editWindowHours: String(records.editWindowHours),
    relockHours: String(records.relockHours),
    dayStartsAt: agenda.dayStartsAt,
    dayEndsAt: agenda.dayEndsAt,
    appointmentMinutes: String(agenda.appointmentMinutes),
    lateCancelHours: String(agenda.lateCancelHours),
    reminderHours: String(agenda.reminderHours ?? ''),
    confirmationMails: agenda.confirmationMails,
    eveningSheets: agenda.eveningSheets,
    lateCancellation: packages.lateCancellation,
  }
}

/** "1,5" and "1.5" alike; NaN when it is no number. */
export const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))

/** The same; null when nothing was typed. */
const optionalNumberOf = (text: string): number | null => (text.trim() === '' ? null : numberOf(text))

const numberKeys = ['editWindowHours', 'relockHours', 'appointmentMinutes', 'lateCancelHours'] as const

/** What has to be a number and is none. */
export const keysWithoutNumber = (values: PracticeValues): (keyof PracticeValues)[] => [
  ...numberKeys.filter((key) => Number.isNaN(numberOf(values[key]))),
  ...(Number.isNaN(optionalNumberOf(values.reminderHours)) ? (['reminderHours'] as const) : []),
]

const recordKeys = ['editWindowHours', 'relockHours'] as const
const agendaKeys = [
  'dayStartsAt',
  'dayEndsAt',
  'appointmentMinutes',
  'lateCancelHours',
  'reminderHours',
  'confirmationMails',
  'eveningSheets',
] as const
const packageKeys = ['lateCancellation'] as const
const plainKeys = ['name', 'slogan', 'code', 'description', 'locale', 'timezone', 'logo'] as const

/** Groups of configurations go as a whole: a key that is absent would get its default. */
export const changeOfPractice = (
  values: PracticeValues,
  changed: readonly (keyof PracticeValues)[],
): PracticeChange => {
  const has = (keys: readonly (keyof PracticeValues)[]) => keys.some((key) => changed.includes(key))
  const plain = plainKeys.filter((key) => changed.includes(key)).map((key) => [key, values[key]] as const)
  const { dayStartsAt, dayEndsAt, confirmationMails, eveningSheets, lateCancellation } = values
  const records = {
    editWindowHours: numberOf(values.editWindowHours),
    relockHours: numberOf(values.relockHours),
  }
  const agenda = {
    dayStartsAt,
    dayEndsAt,
    appointmentMinutes: numberOf(values.appointmentMinutes),
    lateCancelHours: numberOf(values.lateCancelHours),
    confirmationMails,
    eveningSheets,
    reminderHours: optionalNumberOf(values.reminderHours),
  }
  return {
    ...Object.fromEntries(plain),
    ...(has([...recordKeys, ...agendaKeys, ...packageKeys]) && {
      configurations: {
        ...(has(recordKeys) && { records }),
        ...(has(agendaKeys) && { agenda }),
        ...(has(packageKeys) && { packages: { lateCancellation } }),
      },
    }),
  }
}

/** Where the form's own names stand in what is sent. */
export const pathOf = (key: keyof PracticeValues): string => {
  if (recordKeys.some((one) => one === key)) return `configurations.records.${key}`
  if (agendaKeys.some((one) => one === key)) return `configurations.agenda.${key}`
  if (packageKeys.some((one) => one === key)) return `configurations.packages.${key}`
  return key
}

const keys = [...plainKeys, ...recordKeys, ...agendaKeys, ...packageKeys]

/** The form's own name for what is refused in what is sent. */
export const keyAt = (path: string): keyof PracticeValues | undefined =>
  path === 'logo.data' ? 'logo' : keys.find((key) => pathOf(key) === path)
