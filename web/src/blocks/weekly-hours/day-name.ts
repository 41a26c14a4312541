import { weekdayText } from '../../i18n/dates/dates.ts'
import { currentLanguage } from '../../i18n/i18n.ts'

/** Some Monday; only its name and those of the six days after it are shown. */
const firstMonday = 5

/** ISO 8601 day of the week (1 is Monday) in words. */
export const dayName = (weekday: number, form: 'long' | 'short' = 'long'): string =>
  weekdayText(`2026-01-${String(firstMonday + weekday - 1).padStart(2, '0')}`, currentLanguage(), form)
