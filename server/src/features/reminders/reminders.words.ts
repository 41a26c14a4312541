import type { Language } from '@ulna/contract/record-class/record-class'

const locales: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB', it: 'it-IT' }

/** The day a clock in the zone shows: `lunes, 23 de noviembre de 2026`. */
export const dayInWords = (at: Date, zone: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone: zone }).format(at)

/** The time it shows, as one says it in the language: `15:00`, `3:00 pm`. */
export const timeInWords = (at: Date, zone: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    hour: language === 'en' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: language === 'en' ? 'h12' : 'h23',
    timeZone: zone,
  }).format(at)
