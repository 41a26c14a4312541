import type { Practice } from '@ulna/contract/practices'
import type { AccessPeriod } from '@ulna/contract/practices.configurations'
import { rolesWithHours } from '@ulna/contract/practices.configurations'
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

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const byTime = (one: AccessPeriod, other: AccessPeriod): number =>
  one.weekday - other.weekday || one.from.localeCompare(other.from)

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

/** Monday to Friday in the practice's working hours: what a week starts from. */
export const usualWeek = (from: string, to: string): AccessPeriod[] =>
  weekdays.slice(0, 5).map((weekday) => ({ weekday, from, to }))

/** Gives other days the hours of one day. */
export const copyDay = (
  periods: readonly AccessPeriod[],
  from: number,
  targets: readonly number[],
): AccessPeriod[] => {
  const source = periods.filter(({ weekday }) => weekday === from)
  const others = targets.filter((target) => target !== from)
  return [
    ...periods.filter(({ weekday }) => !others.includes(weekday)),
    ...others.flatMap((weekday) => source.map((period) => ({ ...period, weekday }))),
  ].sort(byTime)
}

const latest = '24:00'

/** A period after the last one of a day: an hour later, until the end of the day at most. */
export const nextPeriod = (
  periods: readonly AccessPeriod[],
  weekday: number,
  usual: { from: string; to: string },
) => {
  const last = periods
    .filter((one) => one.weekday === weekday)
    .toSorted(byTime)
    .at(-1)
  if (!last) return { weekday, ...usual }
  const hour = Math.min(23, Number(last.to.slice(0, 2)) + 1)
  const from = `${String(hour).padStart(2, '0')}:${last.to.slice(3)}`
  return { weekday, from: last.to === latest ? '23:00' : from, to: latest }
}

/** Midnight at the end of a day is 24:00 in the rules and 00:00 on a clock. */
export const clockOfEnd = (to: string): string => (to === latest ? '00:00' : to)
export const endOfClock = (time: string): string => (time === '00:00' ? latest : time)
