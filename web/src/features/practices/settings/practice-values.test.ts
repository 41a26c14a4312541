import type { Practice } from '@ulna/contract/practices/practices'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { practiceSettingsInput } from '@ulna/contract/settings/settings'
import { describe, expect, it } from 'vitest'
import { changedKeys } from '../../../api/forms/server-form-values.ts'
import { changeOfPractice, keysWithoutNumber, numberOf, pathOf, valuesOfPractice } from './practice-values.ts'

const practice: Practice = {
  id: 1,
  uid: 'one',
  version: 3,
  code: null,
  name: 'Chapinero',
  slogan: null,
  description: null,
  timezone: 'America/Bogota',
  locale: 'es',
  logoUrl: null,
  logoFd: null,
  closingAt: null,
  configurations: defaultConfigurations,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: null,
}

describe('what the form of the practice sends', () => {
  it('is only what was changed', () => {
    const values = { ...valuesOfPractice(practice), name: 'Norte', slogan: 'Sin prisa' }
    expect(changeOfPractice(values, ['name', 'slogan'])).toEqual({ name: 'Norte', slogan: 'Sin prisa' })
  })

  it('keeps the other value of a group of configurations, which would fall back to its default', () => {
    const stored = {
      ...practice,
      configurations: { ...defaultConfigurations, records: { editWindowHours: 48, relockHours: 2 } },
    }
    const values = { ...valuesOfPractice(stored), relockHours: '1,5' }
    const change = changeOfPractice(values, ['relockHours'])
    expect(change).toEqual({ configurations: { records: { editWindowHours: 48, relockHours: 1.5 } } })
    expect(practiceSettingsInput.safeParse(change).success).toBe(true)
  })

  it('says by itself what becomes of the session of a late cancellation', () => {
    const values = { ...valuesOfPractice(practice), lateCancellation: 'keep' as const }
    const change = changeOfPractice(values, ['lateCancellation'])
    expect(change).toEqual({ configurations: { packages: { lateCancellation: 'keep' } } })
    expect(practiceSettingsInput.safeParse(change).success).toBe(true)
    expect(pathOf('lateCancellation')).toBe('configurations.packages.lateCancellation')
  })

  it('removes a logo with null', () => {
    expect(changeOfPractice({ ...valuesOfPractice(practice), logo: null }, ['logo'])).toEqual({ logo: null })
  })

  it('is nothing of the logo while the stored one stands', () => {
    const values = valuesOfPractice({ ...practice, logoUrl: '/api/file/logo' })
    expect(changedKeys({ ...values, name: 'Norte' }, values)).toEqual(['name'])
  })
})

describe('what a colleague saved meanwhile', () => {
  const start = valuesOfPractice({ ...practice, logoUrl: '/api/file/logo' })

  it.each([
    ['another one', '/api/file/other'],
    ['its removal', null],
  ])('shows in the logo alone: %s', (_, logoUrl) => {
    expect(changedKeys(valuesOfPractice({ ...practice, logoUrl }), start)).toEqual(['logo'])
  })
})

describe('the agenda', () => {
  const values = valuesOfPractice(practice)
  const agendaOf = (part: Partial<typeof values>) => {
    const [key] = Object.keys(part) as (keyof typeof values)[]
    const change = changeOfPractice({ ...values, ...part }, key ? [key] : [])
    expect(practiceSettingsInput.safeParse(change).success).toBe(true)
    return change.configurations?.agenda
  }

  it('goes as a whole, with what was typed as numbers', () => {
    expect(agendaOf({ appointmentMinutes: ' 45 ' })).toEqual({
      ...defaultConfigurations.agenda,
      appointmentMinutes: 45,
    })
    expect(agendaOf({ confirmationMails: true })).toEqual({
      ...defaultConfigurations.agenda,
      confirmationMails: true,
    })
  })

  it('keeps that sheets are made in the evening when something else is changed', () => {
    expect(agendaOf({ eveningSheets: true })).toMatchObject({ eveningSheets: true })
    expect(agendaOf({ eveningSheets: true, appointmentMinutes: '30' })).toMatchObject({ eveningSheets: true })
  })

  it('reminds so many hours before, or nobody when nothing is typed', () => {
    expect(values.reminderHours).toBe('')
    expect(agendaOf({ reminderHours: '48' })).toMatchObject({ reminderHours: 48 })
    expect(agendaOf({ reminderHours: ' ' })).toMatchObject({ reminderHours: null })
  })

  it('names what should be a number and is none; no reminder is no fault', () => {
    expect(keysWithoutNumber(values)).toEqual([])
    expect(
      keysWithoutNumber({ ...values, relockHours: '', appointmentMinutes: 'x', reminderHours: 'mañana' }),
    ).toEqual(['relockHours', 'appointmentMinutes', 'reminderHours'])
  })
})

describe('numbers', () => {
  it.each([
    ['8', 8],
    ['0,5', 0.5],
    ['0.5', 0.5],
    ['', Number.NaN],
    ['ocho', Number.NaN],
  ])('%j are %d', (text, hours) => expect(numberOf(text)).toBe(hours))
})

describe('faults', () => {
  it('are found by the path that the server names', () => {
    expect(pathOf('name')).toBe('name')
    expect(pathOf('relockHours')).toBe('configurations.records.relockHours')
    expect(pathOf('dayEndsAt')).toBe('configurations.agenda.dayEndsAt')
    expect(pathOf('reminderHours')).toBe('configurations.agenda.reminderHours')
  })
})
