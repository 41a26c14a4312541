import type { Practice } from '@ulna/contract/practices/practices'
import type { AccessPeriod } from '@ulna/contract/practices/practices.configurations'
import { rolesWithHours } from '@ulna/contract/practices/practices.configurations'
import { byTime } from '../../../blocks/weekly-hours/weekly-periods.ts'
import type { PracticeChange } from './practice-settings.queries.ts'

export type WeeklyHours = AccessPeriod[] | null

/** What stands in the form; empty rows are being written. */
export interface AccessValues {
  networks: string[]
  mailDomains: string[]
  practitioner: WeeklyHours
  assistant: WeeklyHours
  admin: WeeklyHours
}

export const valuesOfAccess = ({ configurations: { access } }: Practice): AccessValues => ({
  networks: [...access.networks],
  mailDomains: [...access.mailDomains],
  ...access.hours,
})

const withoutEmpty = (rows: readonly string[]): string[] => rows.map((row) => row.trim()).filter(Boolean)

export const tidyAccess = (values: AccessValues): AccessValues => ({
  ...values,
  networks: withoutEmpty(values.networks),
  mailDomains: withoutEmpty(values.mailDomains),
  ...Object.fromEntries(rolesWithHours.map((role) => [role, values[role]?.toSorted(byTime) ?? null])),
})

/** The rules go as a whole: they are one group of the configurations. */
export const changeOfAccess = ({ networks, mailDomains, ...hours }: AccessValues): PracticeChange => ({
  configurations: { access: { networks, mailDomains, hours } },
})

/** Where a part of the rules stands in what is sent. */
export const accessPath = (...parts: readonly (string | number)[]): string =>
  ['configurations', 'access', ...parts].join('.')
