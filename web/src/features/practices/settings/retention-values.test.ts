import { expect, it } from 'vitest'
import { changeOfRetention, faultsOfRetention, retentionKeyAt } from './retention-values.ts'

const faultsOf = faultsOfRetention({ years: 'wrong' })

it('sends the years of the own rule alone', () => {
  expect(changeOfRetention({ rule: 'own', years: ' 8 ' })).toEqual({
    configurations: { retention: { rule: 'own', years: 8 } },
  })
  for (const rule of ['never', 'spain'] as const)
    expect(changeOfRetention({ rule, years: '8' })).toEqual({
      configurations: { retention: { rule, years: null } },
    })
})

it('asks for whole years where they count, and says it at their field', () => {
  for (const years of ['', 'ocho', '2,5', '-1'])
    expect(faultsOf({ rule: 'own', years })).toEqual({ years: 'wrong' })
  expect(faultsOf({ rule: 'own', years: '0' })).toEqual({})
  expect(faultsOf({ rule: 'colombia', years: 'ocho' })).toEqual({})
  expect(retentionKeyAt('configurations.retention.years')).toBe('years')
  expect(retentionKeyAt('name')).toBe(undefined)
})
