import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import type { Language } from '@ulna/contract/record-class/record-class'
import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../../../locales/en/series.json'
import es from '../../../../../../locales/es/series.json'
import it_ from '../../../../../../locales/it/series.json'
import { ruleInWords } from './rule-words.ts'

const texts = createInstance()

beforeAll(() =>
  texts.init({
    lng: 'es',
    fallbackLng: false,
    resources: { es: { series: es }, en: { series: en }, it: { series: it_ } },
    interpolation: { escapeValue: false },
  }),
)

const say = (language: Language, rule: Omit<RepeatRule, 'repeat'>, until: string | null = null): string =>
  ruleInWords(
    { rule: { repeat: true, ...rule }, until, day: '2026-03-10' },
    { t: texts.getFixedT(language, 'series'), language },
  )

const inThree = (rule: Omit<RepeatRule, 'repeat'>, until: string | null = null): string[] =>
  (['es', 'en', 'it'] as const).map((language) => say(language, rule, until))

describe('a rule in words', () => {
  it('says the weekdays of a week', () => {
    expect(inThree({ freq: 'week', interval: 1, byWeekday: [2], count: 10 })).toEqual([
      'Cada semana, los martes, 10 veces',
      'Every week on Tuesday, 10 times',
      'Ogni settimana, il martedì, 10 volte',
    ])
    expect(inThree({ freq: 'week', interval: 2, byWeekday: [7, 1, 3] }, '2026-06-30')).toEqual([
      'Cada 2 semanas, los lunes, miércoles y domingos, hasta el 30/jun/2026',
      'Every 2 weeks on Monday, Wednesday and Sunday, until 30/Jun/2026',
      'Ogni 2 settimane, il lunedì, il mercoledì e la domenica, fino al 30/giu/2026',
    ])
  })

  it('says working days in one, and the weekday that a rule leaves to its first day', () => {
    expect(inThree({ freq: 'week', interval: 1, byWeekday: [1, 2, 3, 4, 5] })).toEqual([
      'Cada semana, de lunes a viernes, sin fecha de fin',
      'Every week from Monday to Friday, with no end date',
      'Ogni settimana, dal lunedì al venerdì, senza data di fine',
    ])
    expect(say('es', { freq: 'week', interval: 1, count: 1 })).toBe('Cada semana, los martes, una sola vez')
  })

  it('says days without saying which', () => {
    expect(inThree({ freq: 'day', interval: 1, count: 5 })).toEqual([
      'Cada día, 5 veces',
      'Every day, 5 times',
      'Ogni giorno, 5 volte',
    ])
  })

  it('says a month by its date, its weekday, or the last one', () => {
    expect(inThree({ freq: 'month', interval: 1, count: 3 })).toEqual([
      'Cada mes, el día 10, 3 veces',
      'Every month on day 10, 3 times',
      'Ogni mese, il giorno 10, 3 volte',
    ])
    expect(inThree({ freq: 'month', interval: 3, byWeekday: [2], bySetPos: 2, count: 4 })).toEqual([
      'Cada 3 meses, el segundo martes, 4 veces',
      'Every 3 months on the second Tuesday, 4 times',
      'Ogni 3 mesi, il secondo martedì, 4 volte',
    ])
    expect(say('it', { freq: 'month', interval: 1, byWeekday: [7], bySetPos: -1 })).toBe(
      'Ogni mese, l’ultima domenica, senza data di fine',
    )
    expect(say('es', { freq: 'month', interval: 1, byWeekday: [6, 7], bySetPos: 1 })).toBe(
      'Cada mes, el primer de estos días: sábado y domingo, sin fecha de fin',
    )
  })

  it('says the date of a year', () => {
    expect(inThree({ freq: 'year', interval: 1, count: 2 })).toEqual([
      'Cada año, el 10 de marzo, 2 veces',
      'Every year on 10 March, 2 times',
      'Ogni anno, il giorno 10 marzo, 2 volte',
    ])
  })
})
