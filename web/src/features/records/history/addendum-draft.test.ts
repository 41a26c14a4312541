import type { Draft } from '@ulna/contract/drafts/drafts'
import { expect, test } from 'vitest'
import { addendumCopies, textsOfAddendum } from './addendum-draft.ts'

const draft = (key: string, text: string, updatedAt = '2026-11-22T10:00:00.000Z'): Draft => ({
  patientId: 1,
  key,
  data: { text },
  revision: 1,
  baseVersion: null,
  updatedAt,
  device: null,
})

const drafts = [
  draft('addendum:12', 'Aquí'),
  draft('addendum:12:copy:00000001', 'De antes', '2026-11-22T09:00:00.000Z'),
  draft('addendum:12:copy:00000002', 'De otra ventana'),
  draft('addendum:12:copy:00000003', 'Aquí'),
  draft('addendum:123:copy:00000004', 'De otro registro'),
  draft('record:12:copy:00000005', 'Del registro'),
]

test('an addendum has its draft and the copies beside it, and nothing of another record', () => {
  expect(textsOfAddendum(drafts, 12).map(({ key }) => key)).toEqual([
    'addendum:12',
    'addendum:12:copy:00000001',
    'addendum:12:copy:00000002',
    'addendum:12:copy:00000003',
  ])
})

test('offered are the newest first, neither this window’s own text nor what says the same', () => {
  const offered = (copyKey: string | undefined) =>
    addendumCopies(drafts, 12, { copyKey, text: 'Aquí' }).map(({ data }) => data.text)
  expect(offered(undefined)).toEqual(['De otra ventana', 'De antes'])
  expect(offered('addendum:12:copy:00000002')).toEqual(['De antes'])
})

test('an instant whose fraction is shorter is no later one', () => {
  const offered = addendumCopies(
    [
      draft('addendum:12:copy:00000001', 'Antes', '2026-11-22T09:00:00.61Z'),
      draft('addendum:12:copy:00000002', 'Después', '2026-11-22T09:00:00.619Z'),
    ],
    12,
    { copyKey: undefined, text: '' },
  )
  expect(offered.map(({ data }) => data.text)).toEqual(['Después', 'Antes'])
})
