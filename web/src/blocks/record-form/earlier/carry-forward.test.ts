import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLastTimeAgain, unchangedFields, valuesToCarry } from './carry-forward.ts'

const field = (id: string, type: RecordField['type'], more: Partial<RecordField> = {}): RecordField => ({
  id,
  label: id,
  type,
  displayOrder: 10,
  ...more,
})

const followUp: RecordClass = {
  classId: 'followup',
  name: 'followup',
  type: 'control',
  subType: 'follow_up',
  lang: 'es',
  version: 1,
  active: true,
  recordModuleId: 'standard',
  locales: { es: {}, en: {}, it: {} },
  sections: [
    {
      id: 'all',
      label: 'all',
      displayOrder: 10,
      fields: [
        field('case', 'case_select', { displayOrder: -1 }),
        field('pain', 'pain_scale'),
        field('obs', 'textarea'),
        field('treatment', 'textarea'),
        field('homework', 'switch'),
        field('techniques', 'checkbox_group', { options: [{ value: 'heat', label: 'heat' }] }),
      ],
    },
  ],
}

const last = {
  case: 12,
  pain: 4,
  obs: 'Duerme mejor',
  treatment: 'Movilización',
  homework: true,
  techniques: ['heat'],
}

describe('carrying forward from the last session', () => {
  test('fills what is empty and leaves what was written', () => {
    expect(valuesToCarry(followUp, { case: 12, obs: 'Hoy peor', treatment: ' ' }, last)).toEqual({
      treatment: 'Movilización',
      homework: true,
      techniques: ['heat'],
    })
  })

  test('never takes a figure: what was not measured today is not said', () => {
    expect(valuesToCarry(followUp, {}, last)).not.toHaveProperty('pain')
  })

  test('has nothing to fill on a first visit, or twice', () => {
    expect(valuesToCarry(followUp, {}, undefined)).toEqual({})
    expect(valuesToCarry(followUp, valuesToCarry(followUp, {}, last), last)).toEqual({})
  })

  test('what is carried is what is unchanged, until it is edited', () => {
    const today = { case: 12, ...valuesToCarry(followUp, {}, last) }
    expect(unchangedFields(followUp, today, last).sort()).toEqual([
      'homework',
      'obs',
      'techniques',
      'treatment',
    ])
    expect(unchangedFields(followUp, { ...today, obs: 'Duerme mejor.' }, last)).not.toContain('obs')
  })

  test('never replaces what was written, whatever it is', () => {
    const texts = fc.record({ obs: fc.string(), treatment: fc.string() })
    fc.assert(
      fc.property(texts, texts, (today, before) => {
        const carried = valuesToCarry(followUp, today, before)
        for (const id of ['obs', 'treatment'] as const)
          if (today[id].trim()) expect(carried).not.toHaveProperty(id)
      }),
    )
  })
})

describe('a visit that says only what the last one said', () => {
  test('is one that was carried and not written', () => {
    expect(isLastTimeAgain(followUp, { case: 12, ...valuesToCarry(followUp, {}, last) }, last)).toBe(true)
    expect(isLastTimeAgain(followUp, { case: 12, obs: 'Duerme mejor' }, last)).toBe(true)
  })

  test('is none as soon as anything was written', () => {
    expect(isLastTimeAgain(followUp, { ...last, pain: 3 }, last)).toBe(false)
    expect(isLastTimeAgain(followUp, { ...last, obs: 'Duerme mejor.' }, last)).toBe(false)
  })

  test('is none that says nothing, and none without a last one', () => {
    expect(isLastTimeAgain(followUp, { case: 12 }, last)).toBe(false)
    expect(isLastTimeAgain(followUp, last, undefined)).toBe(false)
  })
})
