import { isCalendarDay } from '@ulna/contract/http/dates'
import type { Language } from '@ulna/contract/record-class'

const monthNames = (language: Language): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
      .format(Date.UTC(2000, month, 15))
      .toLowerCase(),
  )

const monthNumber = (text: string, language: Language): number | undefined => {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const start = text.toLowerCase().replace(/\.$/, '')
  if (start.length < 3) return undefined
  const found = monthNames(language).findIndex(
    (name) => name.startsWith(start) || start.startsWith(name.slice(0, 3)),
  )
  return found < 0 ? undefined : found + 1
}

/** Two digits mean the past hundred years and the coming one: in 2026, 27 is 2027 and 28 is 1928. */
const fullYear = (text: string, thisYear: number): number => {
  if (text.length === 4) return Number(text)
  const year = Math.floor(thisYear / 100) * 100 + Number(text)
  return year > thisYear + 1 ? year - 100 : year
}

const pad = (part: number, length: number) => String(part).padStart(length, '0')

/**
 * Reads a typed day: `13/nov/2026`, `13/11/2026`, `13-11-26`, `13 noviembre 2026`, `13112026`, `2026-11-13`.
 * Answers `YYYY-MM-DD`, or null when it is no day that exists.
 */
export const parseDayText = (
  text: string,
  language: Language,
  thisYear = new Date().getFullYear(),
): string | null => {
  const typed = text.trim()
  if (isCalendarDay(typed)) return typed
  const match =
    /^(\d{1,2})[\s/.-]+(?:de\s+)?(\d{1,2}|\p{L}+\.?)[\s/.-]+(?:de\s+)?(\d{4}|\d{2})$/u.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  const [, day, monthText, yearText] = match ?? []
  if (!day || !monthText || !yearText) return null
  const month = monthNumber(monthText, language)
  if (!month) return null
  const iso = `${pad(fullYear(yearText, thisYear), 4)}-${pad(month, 2)}-${pad(Number(day), 2)}`
  return isCalendarDay(iso) ? iso : null
}
