import { ageInYears } from '@ulna/contract/age'
import { useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { datePreferences, subscribeToDatePreferences } from '../date-preferences.ts'
import { currentLanguage } from '../i18n.ts'
import { serverNow } from '../server-clock.ts'
import { type DateSettings, dayText, instantDayText, localParts, timeText, weekdayText } from './dates.ts'

export interface Dates extends DateSettings {
  /** `YYYY-MM-DD` as DD/MMM/YYYY. */
  readonly day: (day: string) => string
  /** The day of an instant in the practice's zone, DD/MMM/YYYY. */
  readonly instantDay: (instant: string | Date) => string
  /** HH:mm or hh:mm a. */
  readonly time: (instant: string | Date) => string
  readonly weekday: (day: string) => string
  /** Today in the practice's zone, `YYYY-MM-DD`. */
  readonly today: () => string
  /** The calendar day of an instant in the practice's zone, `YYYY-MM-DD`. */
  readonly localDay: (instant: string | Date) => string
  /** Whole years today; null where no birth date is known. */
  readonly age: (birthDate: string | null) => number | null
}

const datesFor = (settings: DateSettings): Dates => {
  const localDay = (instant: string | Date): string => localParts(instant, settings.timeZone).day
  const today = (): string => localDay(new Date(serverNow()))
  return {
    ...settings,
    day: (day) => dayText(day, settings.language),
    instantDay: (instant) => instantDayText(instant, settings),
    time: (instant) => timeText(instant, settings),
    weekday: (day) => weekdayText(day, settings.language),
    today,
    localDay,
    age: (birthDate) => ageInYears(birthDate, today()),
  }
}

/** Dates and times as this reader wants them; follows changes of language, time format and practice. */
export const useDates = (): Dates => {
  useTranslation()
  const language = currentLanguage()
  const preferences = useSyncExternalStore(subscribeToDatePreferences, datePreferences, datePreferences)
  return useMemo(() => datesFor({ language, ...preferences }), [language, preferences])
}
