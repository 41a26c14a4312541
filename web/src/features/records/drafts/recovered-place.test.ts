import { copyKeyOf, type Draft } from '@ulna/contract/drafts/drafts'
import { describe, expect, test } from 'vitest'
import { placeOfRecovered } from './recovered-place.ts'

const draft = (key: string, text: string): Draft => ({
  patientId: 7,
  key,
  data: { patientObs: text },
  baseVersion: null,
  revision: 2,
  updatedAt: '2026-11-22T10:42:00Z',
  device: null,
})
const form = 'new:followup_default:case:12'
const copy = { id: '0a1b2c3d4e5f', draftKey: form, values: { patientObs: 'Duerme de corrido' } }

describe('H2 what a crashed tab left on this device', () => {
  test('is the draft of its form when there is none', () => {
    expect(placeOfRecovered(copy, [])).toBe(form)
    expect(placeOfRecovered(copy, [draft('record:12', 'x')])).toBe(form)
  })

  test('goes nowhere when the server has it, as draft or as copy', () => {
    expect(placeOfRecovered(copy, [draft(form, 'Duerme de corrido')])).toBeUndefined()
    const other = draft(copyKeyOf(form, 'aaaaaaaa'), 'Duerme de corrido')
    expect(placeOfRecovered(copy, [draft(form, 'Duerme'), other])).toBeUndefined()
  })

  test('lies beside another draft of the form, under the same name however often it is sent', () => {
    const drafts = [draft(form, 'Duerme')]
    expect(placeOfRecovered(copy, drafts)).toBe(copyKeyOf(form, '0a1b2c3d'))
    expect(placeOfRecovered(copy, drafts)).toBe(copyKeyOf(form, '0a1b2c3d'))
  })
})
