import { readFileSync } from 'node:fs'
import { auditActions } from '@ulna/contract/audit-actions'
import { describe, expect, it } from 'vitest'
import { auditAreas, groupByDay, isFiltered, readAuditFilter, readPage } from './audit-filter.ts'

describe('the address of the audit trail', () => {
  it('says days, person, patient, action and page', () => {
    const search = { from: '2026-01-01', to: '2026-02-01', userId: 7, patientId: '8', action: 'patient.read' }
    expect(readAuditFilter(search)).toEqual({ ...search, patientId: 8 })
    expect(readPage({ page: 3 })).toBe(2)
  })

  it('says nothing by what it does not know', () => {
    const filter = readAuditFilter({ from: '2026-02-30', to: 5, userId: '-1', action: 'no.such', x: 1 })
    expect(filter).toEqual({})
    expect(isFiltered(filter)).toBe(false)
    expect(readPage({ page: 'x' })).toBe(0)
  })
})

describe('rows of the trail', () => {
  it('stand under their day, in the order they came', () => {
    const rows = [{ at: '2026-01-02T09:00' }, { at: '2026-01-02T08:00' }, { at: '2026-01-01T10:00' }]
    const groups = groupByDay(rows, (at) => at.slice(0, 10))
    expect(groups.map(({ day, rows: { length } }) => [day, length])).toEqual([
      ['2026-01-02', 2],
      ['2026-01-01', 1],
    ])
  })
})

describe('words of the trail', () => {
  const textOf = (language: string, key: string): unknown => {
    const file = new URL(`../../../../locales/${language}/settings.json`, import.meta.url)
    const { audit } = JSON.parse(readFileSync(file, 'utf8')) as { audit: { actions: object; areas: object } }
    return key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)?.[part], audit)
  }

  it.each(['es', 'en', 'it'])('name every action and every area in %s', (language) => {
    const keys = [
      ...auditActions.map((action) => `actions.${action}`),
      ...auditAreas.map(({ area }) => `areas.${area}`),
    ]
    expect(keys.filter((key) => typeof textOf(language, key) !== 'string')).toEqual([])
  })
})
