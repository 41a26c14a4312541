import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { Language } from '@ulna/contract/record-class/record-class'

interface Numbering {
  code: string
  /** Digits of a mobile number within the country, at most. */
  digits: number
}

const spain = { code: '34', digits: 9 }
const italy = { code: '39', digits: 10 }
const northAmerica = { code: '1', digits: 10 }

/** Numbers of patients are written as one writes them at home; where that is, the zone of the practice tells (ITU-T E.164). */
const numberingOf: Readonly<Record<string, Numbering>> = {
  'Europe/Madrid': spain,
  'Atlantic/Canary': spain,
  'Africa/Ceuta': spain,
  'Europe/Rome': italy,
  'Europe/Vatican': italy,
  'Europe/San_Marino': italy,
  'Europe/London': { code: '44', digits: 10 },
  'America/Bogota': { code: '57', digits: 10 },
  'America/Santiago': { code: '56', digits: 9 },
  'America/Lima': { code: '51', digits: 9 },
  'America/Mexico_City': { code: '52', digits: 10 },
  'America/New_York': northAmerica,
  'America/Chicago': northAmerica,
  'America/Denver': northAmerica,
  'America/Los_Angeles': northAmerica,
}

const writtenOf = (mobile: string): string => mobile.replaceAll(/[^\d+]/g, '')

/** The number with its country and without signs, as WhatsApp wants it; undefined where the country is not known. */
export const internationalDigits = (mobile: string, zone: string): string | undefined => {
  const written = writtenOf(mobile)
  if (written.startsWith('+')) return written.slice(1)
  if (written.startsWith('00')) return written.slice(2)
  const numbering = numberingOf[zone]
  if (!numbering) return undefined
  const { code, digits } = numbering
  if (written.startsWith(code) && written.length > digits) return written
  // A zero that stands before the number is only dialled within the country.
  return code + written.replace(/^0/, '')
}

/** Where a prepared message is opened; nothing is sent before somebody presses send there. */
export interface MessageLinks {
  /** Undefined where the country of the number is not known. */
  whatsapp: string | undefined
  sms: string
}

/** Links that open a message to a mobile number (https://faq.whatsapp.com/5913398998672934, RFC 5724). */
export const messageLinks = (mobile: string, text: string, zone: string): MessageLinks => {
  const digits = internationalDigits(mobile, zone)
  const body = encodeURIComponent(text)
  return {
    whatsapp: digits === undefined ? undefined : `https://wa.me/${digits}?text=${body}`,
    // iPhones want an ampersand before the text, others a question mark: both take this.
    sms: `sms:${writtenOf(mobile)}?&body=${body}`,
  }
}

const locales: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB', it: 'it-IT' }

/** Day and time on the clock of the practice as one says them in a language, alike to those of mails. */
export const whenInWords = (
  { start }: Pick<Appointment, 'start'>,
  zone: string,
  language: Language,
): { day: string; time: string } => {
  const at = new Date(start)
  const locale = locales[language]
  const isEnglish = language === 'en'
  return {
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: zone }).format(at),
    time: new Intl.DateTimeFormat(locale, {
      hour: isEnglish ? 'numeric' : '2-digit',
      minute: '2-digit',
      hourCycle: isEnglish ? 'h12' : 'h23',
      timeZone: zone,
    }).format(at),
  }
}
