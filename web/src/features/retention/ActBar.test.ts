import type { DueFile } from '@ulna/contract/retention/retention'
import { expect, it } from 'vitest'
import { type ChosenForAct, chooseFile, isChosen } from './ActBar.tsx'

const file = (patientId: number, given: Partial<DueFile> = {}): DueFile => ({
  ...{ patientId, firstName: 'Ana', lastName: 'Ruiz', fileId: String(patientId), archived: true },
  ...{ lastAttention: '2005-03-02', lastDischarge: null, from: '2005-03-02', dueSince: '2020-03-03' },
  ...{ state: 'due', holdReason: null },
  ...given,
})

const act = (files: readonly DueFile[]): ChosenForAct => ({
  ...{ files, most: 2, onChoose: () => undefined, onPut: () => undefined },
})

it('takes archived files past their term alone, and none where there is no act', () => {
  expect(isChosen(undefined, file(1))).toBeUndefined()
  expect(isChosen(act([]), file(1, { archived: false }))).toBeUndefined()
  expect(isChosen(act([]), file(1, { state: 'held' }))).toBeUndefined()
  expect([isChosen(act([]), file(1)), isChosen(act([file(1)]), file(1))]).toEqual([false, true])
})

it('takes no more than go on one act, and each once', () => {
  const numbers = (files: readonly DueFile[]) => files.map(({ patientId }) => patientId)
  expect(numbers(chooseFile(act([file(1)]), file(2), true))).toEqual([1, 2])
  expect(numbers(chooseFile(act([file(1), file(2)]), file(3), true))).toEqual([1, 2])
  expect(numbers(chooseFile(act([file(1), file(2)]), file(1), true))).toEqual([2, 1])
  expect(numbers(chooseFile(act([file(1), file(2)]), file(1), false))).toEqual([2])
})
