import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DateEvidence, readDate } from './imports.dates.ts'

const decide = (...texts: string[]) => {
  const evidence = new DateEvidence()
  for (const text of texts) evidence.take(text)
  return { ...evidence.decide(), either: evidence.either }
}

describe('the order of the dates of a column', () => {
  it.each([
    ['one that has no such month says it', ['03/04/1980', '13/02/1975'], 'day-first', '13/02/1975', 1],
    ['the same for months', ['03/04/1980', '02/13/1975'], 'month-first', '02/13/1975', 1],
    ['years say nothing of other dates', ['1980-02-13', '03/04/1980'], 'day-first', null, 1],
    ['only years', ['1980-02-13', '1975/01/02'], 'year-first', null, 0],
    ['day first where two contradict each other', ['13/02/1975', '02/13/1975'], 'day-first', '13/02/1975', 0],
    ['day first where nothing says it', ['03/04/1980', 'no se sabe', ''], 'day-first', null, 1],
    ['the same day and month could not be another', ['05/05/1980'], 'day-first', null, 0],
  ])('%s', (_, texts, order, evidence, either) => {
    expect(decide(...texts)).toEqual({ order, evidence, either })
  })
})

describe('a date', () => {
  it.each([
    ['13/02/1975', '1975-02-13'],
    ['3.2.75', '1975-02-03'],
    ['3-2-26', '2026-02-03'],
    ['3-2-27', '1927-02-03'],
    ['1980-02-13', '1980-02-13'],
    ['19800213', '1980-02-13'],
    ['13/02/1975 00:00', '1975-02-13'],
    ['13/02/1975 12:00:00 a. m.', '1975-02-13'],
    ['13/02/1975 9.30', '1975-02-13'],
    ['1980-02-13T00:00:00.000Z', '1980-02-13'],
    ['29/02/2000', '2000-02-29'],
    ['29/02/1900', null],
    ['31/04/1980', null],
    ['13/13/1980', null],
    ['1/2', null],
    ['45210', null],
    ['', null],
  ])('%s, day first, is %s', (text, day) => {
    expect(readDate(text, 'day-first', 2026)?.day ?? null).toBe(day)
  })

  it('says when its year is a guess and when it could be another day', () => {
    expect(readDate('3/4/75', 'day-first', 2026)).toEqual({
      day: '1975-04-03',
      yearGuessed: true,
      either: true,
    })
    expect(readDate('3/4/75', 'month-first', 2026)?.day).toBe('1975-03-04')
  })

  it('is read back as the day it was written from, in each order', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, fc.constantFrom('/', '-', '.', ' '), (date, sign) => {
        const [year = '', month = '', of = ''] = date.toISOString().slice(0, 10).split('-')
        const iso = `${year}-${month}-${of}`
        expect(readDate([of, month, year].join(sign), 'day-first', 2026)?.day).toBe(iso)
        expect(readDate([month, of, year].join(sign), 'month-first', 2026)?.day).toBe(iso)
        expect(readDate([year, month, of].join(sign), 'day-first', 2026)?.day).toBe(iso)
      }),
    )
  })

  it('is none or a day that exists, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/-. T:Z') }), (text) => {
        const found = readDate(text, 'day-first', 2026)
        if (found) expect(new Date(`${found.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(found.day)
      }),
    )
  })
})
