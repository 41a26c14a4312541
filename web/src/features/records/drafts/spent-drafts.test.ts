import type { Draft } from '@ulna/contract/drafts/drafts'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { expect, test } from 'vitest'
import { isSpent } from './spent-drafts.ts'

const followUp: RecordClass = {
  classId: 'followup_default',
  name: 'follow-up',
  type: 'control',
  subType: 'follow_up',
  lang: 'es',
  version: 1,
  active: true,
  recordModuleId: 'standard',
  locales: { es: {}, en: {}, it: {} },
  sections: [
    {
      id: 's',
      label: 's',
      displayOrder: 10,
      fields: [
        { id: 'case', label: 'case', type: 'case_select', displayOrder: -1, required: true },
        { id: 'patientObs', label: 'obs', type: 'textarea', displayOrder: 10 },
      ],
    },
  ],
}

const record = {
  id: 40,
  recordClassId: 'followup_default',
  recordClassVersion: 1,
  caseId: 12,
  createdAt: '2026-11-20T15:00:05Z',
  data: { case: 12, patientObs: 'Duerme bien' },
} as unknown as RecordRow

const draft: Draft = {
  patientId: 1,
  key: 'new:followup_default:case:12',
  data: { case: 12, patientObs: 'Duerme bien', medication: '' },
  device: null,
  baseVersion: null,
  revision: 3,
  updatedAt: '2026-11-20T15:00:00Z',
}

test('a draft that was saved although its answer was lost is not offered again', () => {
  expect(isSpent(draft, [record], [followUp])).toBe(true)
})

test('a draft that says something else is offered', () => {
  expect(
    isSpent({ ...draft, data: { case: 12, patientObs: 'Duerme bien. Sin dolor.' } }, [record], [followUp]),
  ).toBe(false)
})

test('a draft written after the record, or of another case, is offered', () => {
  expect(isSpent({ ...draft, updatedAt: '2026-11-20T16:00:00Z' }, [record], [followUp])).toBe(false)
  expect(isSpent({ ...draft, key: 'new:followup_default:case:13' }, [record], [followUp])).toBe(false)
  expect(isSpent({ ...draft, key: 'record:40' }, [record], [followUp])).toBe(false)
})
