import type { Practice } from '@ulna/contract/practices/practices'
import type { RetentionRule } from '@ulna/contract/retention/retention.rules'
import type { Faults } from '../../../api/forms/server-form.ts'
import type { PracticeChange } from './practice-settings.queries.ts'

/** What stands in the form; the number as it is typed. */
export interface RetentionValues {
  rule: RetentionRule
  years: string
}

export const valuesOfRetention = ({ configurations: { retention } }: Practice): RetentionValues => ({
  rule: retention.rule,
  years: String(retention.years ?? ''),
})

/** Years count of the own rule alone; what was typed of them before is not kept with another. */
const yearsOf = ({ rule, years }: RetentionValues): number | null =>
  rule === 'own' && years.trim() !== '' ? Number(years) : null

export const changeOfRetention = (values: RetentionValues): PracticeChange => ({
  configurations: { retention: { rule: values.rule, years: yearsOf(values) } },
})

const yearsPath = 'configurations.retention.years'

/** The form's own name for what is refused in what is sent. */
export const retentionKeyAt = (path: string): keyof RetentionValues | undefined =>
  path === yearsPath ? 'years' : undefined

/** Years that are no whole number, before anything is sent. */
const isWholeNumber = (text: string): boolean => /^\d{1,3}$/.test(text.trim())

/** What is wrong with the values, said in the words given. */
export const faultsOfRetention =
  (words: { readonly years: string }) =>
  ({ rule, years }: RetentionValues): Faults =>
    rule === 'own' && !isWholeNumber(years) ? { years: words.years } : {}
