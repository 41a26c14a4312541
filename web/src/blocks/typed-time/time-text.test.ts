import type { TimeFormat } from '@ulna/contract/clock-text'
import { clockText } from '@ulna/contract/clock-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTime, readTime, stepTime, timeReading } from './time-text.ts'
import { afterLeaving, afterTyping, fieldOf, type TypedField } from './typed-value.ts'

const formats: TimeFormat[] = ['HH:mm', 'hh:mm a']

const keysOf = (text: string, format: TimeFormat): TypedField[] =>
  Array.from({ length: text.length }, (_, at) => afterTyping(text.slice(0, at + 1), timeReading(format)))

const typed = (text: string, format: TimeFormat): TypedField =>
  afterLeaving(keysOf(text, format).at(-1) ?? fieldOf('', timeReading(format)), timeReading(format))

describe('a typed time', () => {
  test.each([
    '15:30',
    '15.30',
    '15h30',
    '1530',
    '3:30 pm',
    '03:30 PM',
    '03:30 p. m.',
    '3:30p',
    '0330pm',
    '330 pm',
  ])('%s is half past three in the afternoon, whatever the reader reads', (text) => {
    for (const format of formats) expect(readTime(text, false, format)).toBe('15:30')
  })

  test('half past three without its half may be two times to whoever reads am and pm', () => {
    expect(typed('3:30', 'HH:mm').value).toBe('03:30')
    expect(isTime(typed('3:30', 'hh:mm a').value)).toBe(false)
    expect(isTime(typed('03:30', 'hh:mm a').value)).toBe(false)
    expect(typed('03:30', 'hh:mm a').text).toBe('03:30')
  })

  test('12 am is midnight and 12 pm is noon', () => {
    expect(readTime('12:05 am', true, 'hh:mm a')).toBe('00:05')
    expect(readTime('12:05 pm', true, 'hh:mm a')).toBe('12:05')
  })

  test('few digits are read once the field was left', () => {
    expect(keysOf('153', 'HH:mm').map(({ value }) => isTime(value))).toEqual([false, false, false])
    expect(typed('930', 'HH:mm')).toMatchObject({ text: '09:30', value: '09:30' })
    expect(typed('9', 'HH:mm').value).toBe('09:00')
    expect(typed('15', 'hh:mm a')).toMatchObject({ text: '03:00 pm', value: '15:00' })
  })

  test.each(['25:00', '15:75', '24:00', '13:00 pm', '0:30 am', 'noon', '1:2', '12345'])(
    '%s is no time',
    (text) => {
      for (const format of formats) {
        const left = typed(text, format)
        expect(isTime(left.value)).toBe(false)
        expect(left.text).toBe(text)
      }
    },
  )

  test('the arrow keys go on by steps, round the clock', () => {
    expect(stepTime('10:02', 5)).toBe('10:05')
    expect(stepTime('10:02', -5)).toBe('10:00')
    expect(stepTime('23:55', 5)).toBe('00:00')
    expect(stepTime('00:00', -5)).toBe('23:55')
  })
})

const anyText = fc.oneof(
  fc.string({ maxLength: 9 }),
  fc.string({ unit: fc.constantFrom(...'0123456789:. apm'), maxLength: 9 }),
)

test('any text typed key by key ends as a time that is written out, or as the very text, which is none', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...formats), (text, format) => {
      const left = typed(text, format)
      if (text.trim() === '') expect(left.value).toBe('')
      else expect(left.text).toBe(isTime(left.value) ? timeReading(format).textOf(left.value) : text)
    }),
  )
})

test('a time of two numbers ends as exactly that time, or as none', () => {
  const numbers = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 70 }))
  fc.assert(
    fc.property(numbers, ([hours, minutes]) => {
      const text = `${hours}:${String(minutes).padStart(2, '0')}`
      const meant = text.padStart(5, '0')
      const isOne = hours < 24 && minutes < 60
      expect(typed(text, 'HH:mm').value).toBe(isOne ? meant : text)
      const said = typed(text, 'hh:mm a').value
      expect(isTime(said) ? said : null).toBe(isOne && (hours === 0 || hours > 12) ? meant : null)
    }),
  )
})

test('every time that is shown is read again as that time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(...formats), (minute, format) => {
      expect(readTime(clockText(minute, format), false, format)).toBe(clockText(minute, 'HH:mm'))
    }),
  )
})
