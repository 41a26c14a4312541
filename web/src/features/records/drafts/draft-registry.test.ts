import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { draftKeyOf, targetOfDraftKey, valuesOfTarget } from '../editor-target.ts'
import { closeSaver, isAnythingUnsent, openSaver, saverKey, waitingSaver } from './draft-registry.ts'
import type { SaveOutcome } from './draft-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the key of a draft', () => {
  test('reads back as what it names', () => {
    for (const target of [
      { kind: 'new', classId: 'followup_default', caseId: 12 },
      { kind: 'new', classId: 'med_hist_default', caseId: undefined },
      { kind: 'edit', recordId: 9 },
    ] as const) {
      expect(targetOfDraftKey(draftKeyOf(target))).toEqual(target)
    }
    expect(targetOfDraftKey('something else')).toBeUndefined()
  })

  test('a follow-up carries its case', () => {
    expect(valuesOfTarget({ kind: 'new', classId: 'followup_default', caseId: 12 })).toEqual({ case: 12 })
  })
})

/** Sends of every patient, as a server would keep them. */
const server = () => {
  const kept = new Map<number, FormValues>()
  const sendOf =
    (patientId: number) =>
    async (values: FormValues): Promise<SaveOutcome> => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      kept.set(patientId, values)
      return { kind: 'saved', revision: 1 }
    }
  return { kept, sendOf }
}

describe('a form that is left', () => {
  test('goes on sending what it still holds and is given back meanwhile', async () => {
    const { kept, sendOf } = server()
    const key = saverKey(1, 7, 'new:case_default')
    const saver = openSaver(key, () => ({ send: sendOf(7) }))
    saver.change({ name: 'Lumbalgia' })
    closeSaver(key, saver)
    expect(isAnythingUnsent()).toBe(true)
    expect(openSaver(key, () => ({ send: sendOf(7) }))).toBe(saver)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(kept.get(7)).toEqual({ name: 'Lumbalgia' })
    expect(isAnythingUnsent()).toBe(false)
    expect(waitingSaver(key)).toBeUndefined()
  })

  test('D17 never lands in another patient, over a thousand switches while typing', async () => {
    const { kept, sendOf } = server()
    const textOf = (patientId: number) => ({ patientObs: `about ${patientId}` })
    for (let turn = 0; turn < 1_000; turn += 1) {
      const patientId = 1 + ((turn * 7) % 50)
      const key = saverKey(1, patientId, 'new:followup_default:case:3')
      const saver = openSaver(key, () => ({ send: sendOf(patientId) }))
      saver.change(textOf(patientId))
      await vi.advanceTimersByTimeAsync((turn * 37) % 900)
      closeSaver(key, saver)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kept.size).toBe(50)
    for (const [patientId, values] of kept) expect(values).toEqual(textOf(patientId))
  })
})
