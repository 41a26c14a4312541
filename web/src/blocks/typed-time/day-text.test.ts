import { isCalendarDay } from '@ulna/contract/http/dates'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayText } from '../../i18n/dates/dates.ts'
import { type DayField, dayOf, dayReading, faultOfDay, readDay } from './day-text.ts'
import { afterLeaving, afterPicking, afterTyping, fieldOf, type TypedField } from './typed-value.ts'

const in2026 = (language: Language, ends: Omit<DayField, 'language'> = {}): DayField => ({
  language,
  thisYear: 2026,
  ...ends,
})

/** Types a text key by key, and answers what stood in the field after each. */
const keysOf = (text: string, field: DayField): TypedField[] =>
  Array.from({ length: text.length }, (_, at) => afterTyping(text.slice(0, at + 1), dayReading(field)))

const typed = (text: string, field: DayField): TypedField => {
  const last = keysOf(text, field).at(-1) ?? fieldOf('', dayReading(field))
  return afterLeaving(last, dayReading(field))
}

describe('a typed day', () => {
  test.each([
    ['13/nov/2026', 'es'],
    ['13/11/2026', 'es'],
    ['13-11-2026', 'it'],
    ['13.11.2026', 'it'],
    ['13 de noviembre de 2026', 'es'],
    ['13 novembre 2026', 'it'],
    ['13/Nov/2026', 'en'],
    ['13112026', 'es'],
    ['2026-11-13', 'en'],
    ['13/11/26', 'es'],
  ] as const)('%s (%s) is the thirteenth of November 2026', (text, language) => {
    expect(readDay(text, true, in2026(language))).toBe('2026-11-13')
  })

  test('September has four letters in Spanish short form', () => {
    expect(readDay('02/sept/2026', true, in2026('es'))).toBe('2026-09-02')
    expect(readDay('02/sep/2026', true, in2026('es'))).toBe('2026-09-02')
  })

  test('two digits of a birth year mean the past century', () => {
    expect(readDay('05/03/85', true, in2026('es'))).toBe('1985-03-05')
  })

  test('two digits mean a year that the field takes, if one of them is', () => {
    expect(readDay('05/03/30', true, in2026('es'))).toBe('1930-03-05')
    expect(readDay('05/03/30', true, in2026('es', { minDate: '2026-11-23' }))).toBe('2030-03-05')
  })

  test('two digits never mean a year of the next century', () => {
    const untilThen = in2026('es', { minDate: '2026-11-23' })
    expect(typed('29/02/20', untilThen)).toMatchObject({ text: '29/02/20', isLeft: true })
    expect(faultOfDay(typed('29/02/20', untilThen), untilThen)).toBe('tooEarly')
  })

  test.each([
    '31/02/2026',
    '29/02/2025',
    '13/xyz/2026',
    '13/marzipan/2026',
    '01/13/2026',
    '40/11/2026',
    'mañana',
    '',
    '13/11',
  ])('%s is no day', (text) => {
    expect(readDay(text, true, in2026('es'))).toBeUndefined()
  })
})

describe('a field of days', () => {
  test('takes 29 February of a common year for no day, and never for the one of the year it begins like', () => {
    const field = in2026('es')
    for (const key of keysOf('29/02/2025', field)) expect(dayOf(key.value)).toBeNull()
    const left = typed('29/02/2025', field)
    expect(left).toMatchObject({ text: '29/02/2025', value: '29/02/2025' })
    expect(faultOfDay(left, field)).toBe('noDay')
  })

  test('takes a day beyond its range for none, whichever way it was typed', () => {
    const birth = in2026('es', { maxDate: '2026-11-23' })
    for (const text of ['12/05/2062', '2062-05-12', '12 mayo 2062']) {
      for (const key of keysOf(text, birth)) expect(dayOf(key.value)).toBeNull()
      const left = typed(text, birth)
      expect(left.text).toBe(text)
      expect(faultOfDay(left, birth)).toBe('tooLate')
    }
    expect(faultOfDay(typed('12/05/0206', birth), birth)).toBe('tooEarly')
  })

  test('reads a year of two digits once it was left, and writes it out', () => {
    const field = in2026('es')
    const [before] = keysOf('13/11/26', field).slice(-1)
    expect(before?.value).toBe('13/11/26')
    expect(typed('13/11/26', field)).toMatchObject({ text: '13/nov/2026', value: '2026-11-13' })
  })

  test('says nothing of a day that the form put there, wherever it lies, until somebody types', () => {
    const field = in2026('es', { minDate: '2026-11-23' })
    const stored = fieldOf('2026-01-01', dayReading(field))
    expect(faultOfDay(stored, field)).toBeUndefined()
    expect(afterLeaving(stored, dayReading(field))).toBe(stored)
    expect(faultOfDay(afterPicking('2026-01-01', dayReading(field)), field)).toBe('tooEarly')
  })

  test('keeps a text that a draft brings back, and says what is wrong with it', () => {
    const field = in2026('es')
    const restored = fieldOf('31/02/19', dayReading(field))
    expect(restored).toMatchObject({ text: '31/02/19', isLeft: true })
    expect(faultOfDay(restored, field)).toBe('noDay')
  })
})

const day = fc
  .date({ min: new Date('1850-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const two = (part: number) => String(part).padStart(2, '0')

/** Days written in every way that the field reads, and such as do not exist. */
const numbers = fc
  .record({
    date: fc.integer({ min: 0, max: 40 }),
    month: fc.integer({ min: 0, max: 14 }),
    year: fc.integer({ min: 0, max: 2500 }),
    mark: fc.constantFrom('/', '-', '.', ' '),
  })
  .map((parts) => ({ ...parts, text: [two(parts.date), two(parts.month), parts.year].join(parts.mark) }))

const field = fc
  .record({
    language: fc.constantFrom(...languages),
    minDate: fc.option(day, { nil: undefined }),
    maxDate: fc.option(day, { nil: undefined }),
  })
  .map(({ language, ...ends }) => in2026(language, ends))

const anyText = fc.oneof(
  fc.string({ maxLength: 14 }),
  fc.string({ unit: fc.constantFrom(...'0123456789/-. ', 'ene', 'feb', 'Mar', 'de '), maxLength: 14 }),
  numbers.map(({ text }) => text),
  day,
)

test('any text typed key by key ends as a day that the field takes, or as an error with the very text', () => {
  fc.assert(
    fc.property(anyText, field, (text, asked) => {
      const left = typed(text, asked)
      if (text.trim() === '') {
        expect(left.value).toBe('')
        return
      }
      const says = dayOf(left.value)
      if (says === null) {
        expect(left.text).toBe(text)
        expect(faultOfDay(left, asked)).toBeDefined()
        return
      }
      expect(faultOfDay(left, asked)).toBeUndefined()
      expect(left.text).toBe(dayText(says, asked.language))
    }),
  )
})

test('a day of three numbers ends as exactly that day, or as an error', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom(...languages), ({ text, date, month, year }, language) => {
      const asked = in2026(language)
      const meant = `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
      const isTaken = year >= 1850 && year <= 2199 && isCalendarDay(meant)
      for (const key of keysOf(text, asked)) expect([null, meant]).toContain(dayOf(key.value))
      const left = typed(text, asked)
      // Two digits name a year under 100, and it is written out.
      if (year >= 10 && year < 100) {
        expect(dayOf(left.value)?.slice(2) ?? meant.slice(2)).toBe(meant.slice(2))
        return
      }
      expect(dayOf(left.value)).toBe(isTaken ? meant : null)
      expect(left.text).toBe(isTaken ? dayText(meant, language) : text)
    }),
  )
})

test('every day that is shown is read again as that day', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...languages), (one, language) => {
      expect(readDay(dayText(one, language), false, in2026(language))).toBe(one)
    }),
  )
})
