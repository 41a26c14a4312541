import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { classOf, fieldOf } from '../record-class/record-class.fixture.ts'
import {
  bmi,
  bmiBand,
  dayOfInstant,
  flattenData,
  formatClock,
  formatDay,
  formatInstant,
  formatTime,
  searchRecords,
} from './records.rules.ts'

describe('days and times', () => {
  test('a day is DD/MMM/YYYY in the language', () => {
    expect(formatDay('2026-11-20', 'es')).toBe('20/nov/2026')
    expect(formatDay('2026-11-20', 'en')).toBe('20/Nov/2026')
    expect(formatDay('2026-01-05', 'it')).toBe('05/gen/2026')
  })

  test('every month has three letters in every language', () => {
    for (const language of ['es', 'en', 'it'] as const) {
      const months = Array.from({ length: 12 }, (_, index) =>
        formatDay(`2026-${String(index + 1).padStart(2, '0')}-01`, language).slice(3, -5),
      )
      expect(months.every((month) => /^\p{L}{3}$/u.test(month))).toBe(true)
      expect(new Set(months).size).toBe(12)
    }
  })

  test('what is no day comes back as it is', () => {
    expect(formatDay('someday', 'es')).toBe('someday')
    expect(formatInstant('someday', 'es', 'UTC')).toBe('someday')
    expect(formatClock('noon')).toBe('noon')
  })

  test('an instant is shown in the time zone, where it may be another day', () => {
    expect(formatInstant('2026-11-20T03:30:00Z', 'es', 'America/Bogota')).toBe('19/nov/2026, 22:30')
    expect(formatInstant('2026-11-20T23:30:00Z', 'it', 'Europe/Rome')).toBe('21/nov/2026, 00:30')
    expect(dayOfInstant('2026-11-20T03:30:00Z', 'America/Bogota')).toBe('2026-11-19')
  })

  test('times are HH:mm or hh:mm a, the same in every language', () => {
    expect(formatTime('2026-11-20T15:30:00Z', 'UTC')).toBe('15:30')
    expect(formatTime('2026-11-20T15:30:00Z', 'UTC', 'hh:mm a')).toBe('03:30 pm')
    expect(formatClock('00:05', 'hh:mm a')).toBe('12:05 am')
    expect(formatClock('00:05')).toBe('00:05')
    for (const language of languages)
      expect(formatInstant('2026-11-20T15:30:00Z', language, 'UTC', 'hh:mm a')).toMatch(/, 03:30 pm$/)
  })
})

describe('body mass index', () => {
  test('is kilograms by square metres, to one decimal', () => {
    expect(bmi({ weight: 70, height: 1.68 })).toBe(24.8)
  })

  test.each([
    [18.4, 'underweight'],
    [18.5, 'normal'],
    [24.9, 'normal'],
    [25, 'overweight'],
    [30, 'obesity1'],
    [35, 'obesity2'],
    [39.9, 'obesity2'],
    [40, 'obesity3'],
  ] as const)('%d is %s', (index, band) => expect(bmiBand({ weight: index, height: 1 })).toBe(band))

  test('an index that is only rounded to a limit stays in its band', () => {
    const measures = { weight: 68, height: 1.65 }
    expect([bmi(measures), bmiBand(measures)]).toEqual([25, 'normal'])
  })
})

describe('flattening', () => {
  const recordClass = classOf(
    fieldOf({ id: 'imc', type: 'bmi' }),
    fieldOf({ id: 'alcohol', type: 'conditional_switch' }),
    fieldOf({ id: 'isMedicReference', type: 'conditional_switch', params: { valueKey: 'medicReference' } }),
    fieldOf({ id: 'sleep', type: 'textarea' }),
    fieldOf({ id: 'flexion', type: 'measure_pair' }),
  )

  test('makes body measures the pair of weight and height', () => {
    expect(flattenData(recordClass, { imc: { weight: 70, height: 1.68, index: 24.8 } })).toEqual({
      imc: { weight: 70, height: 1.68 },
    })
    expect(flattenData(recordClass, { imc: { weight: 70 } })).toEqual({ imc: { weight: 70, height: null } })
  })

  test('makes pairs of measures left and right', () => {
    expect(flattenData(recordClass, { flexion: { right: 120, both: 1 } })).toEqual({
      flexion: { left: null, right: 120 },
    })
  })

  test('makes conditional switches enabled and value', () => {
    const data = {
      alcohol: { enabled: true, frequency: 'daily' },
      isMedicReference: { enabled: true, medicReference: 'Dra. Ruiz' },
    }
    expect(flattenData(recordClass, data)).toEqual({
      alcohol: { enabled: true, value: 'daily' },
      isMedicReference: { enabled: true, value: 'Dra. Ruiz' },
    })
    expect(flattenData(recordClass, { alcohol: true })).toEqual({ alcohol: { enabled: true, value: null } })
  })

  test('leaves everything else, and what it was given, as it is', () => {
    const data = { sleep: 'bien', alcohol: { enabled: true, frequency: 'daily' }, unknown: 1 }
    const before = structuredClone(data)
    expect(flattenData(recordClass, data)).toMatchObject({ sleep: 'bien', unknown: 1 })
    expect(data).toEqual(before)
  })

  test('is the same when done twice', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('imc', 'alcohol', 'sleep', 'flexion'), fc.jsonValue()),
        (data) => {
          const once = flattenData(recordClass, data)
          expect(flattenData(recordClass, once)).toEqual(once)
        },
      ),
    )
  })
})

describe('searching records', () => {
  const records = [
    { id: 1, data: { name: 'Manguito rotador', painIntensity: 8 } },
    { id: 2, data: { patientObs: 'Durmió MAL la noche', smoke: { enabled: true, value: 'Ocasional' } } },
    { id: 3, data: null },
  ]
  const found = (text: string) => searchRecords(records, text).map((record) => record.id)

  test('finds part of a text whatever the case and accents', () => {
    expect(found('ROTAD')).toEqual([1])
    expect(found('durmio mal')).toEqual([2])
    expect(found('Mañgúitó')).toEqual([1])
    expect(found('ocasión')).toEqual([2])
    expect(found('ocasiones')).toEqual([])
    expect(found('ocasional')).toEqual([2])
  })

  test('looks at texts only, one at a time', () => {
    expect(found('8')).toEqual([])
    expect(found('noche ocasional')).toEqual([])
  })

  test('finds everything for a blank text', () => {
    expect(found('  ')).toEqual([1, 2, 3])
  })

  test('finds every record that holds the text it was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(20), (text, from, length) => {
        const letters = [...text]
        const part = letters
          .slice(from % (letters.length + 1))
          .slice(0, length)
          .join('')
        expect(searchRecords([{ data: { note: text } }], part)).toHaveLength(1)
      }),
    )
  })
})
