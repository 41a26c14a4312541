import { isCalendarDay } from './http/dates.ts'

/**
 * Whole years from one calendar day to another; null when either is no day or the birth lies ahead: no age is negative.
 * Who was born on 29 February is a year older on 1 March of common years.
 */
export const ageInYears = (birthDate: string | null | undefined, today: string): number | null => {
  if (!birthDate || !isCalendarDay(birthDate) || !isCalendarDay(today) || birthDate > today) return null
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}
