import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { expect, test } from 'vitest'
import { newerVersion } from './newer-version.ts'

const recordClass = {
  classId: 'followup_default',
  sections: [
    {
      id: 'all',
      label: 'all',
      displayOrder: 1,
      fields: [{ id: 'note', label: 'note', type: 'textarea', displayOrder: 1 }],
    },
  ],
} as unknown as RecordClass

const row = (version: number, note: string, voidedAt: string | null = null) =>
  ({ id: 7, version, data: { note }, voidedAt }) as unknown as RecordRow

const begun = row(2, 'Como estaba')
const present = { note: 'Como se escribe ahora', empty: '' }
const newer = (current: RecordRow | undefined, from: RecordRow | null = begun) =>
  newerVersion({ recordClass, begun: from ?? undefined, current, present })?.version

test('a version that was saved since writing began is told', () => {
  expect(newer(row(3, 'De una colega'))).toBe(3)
  expect(newer(row(1, 'La primera historia'), null)).toBe(1)
})

test('the version that was begun with, and an older one of a file read earlier, are no news', () => {
  expect(newer(begun)).toBeUndefined()
  expect(newer(row(1, 'Antes'))).toBeUndefined()
  expect(newer(undefined)).toBeUndefined()
})

test('one’s own save whose answer was lost is no news: it says what the form says', () => {
  expect(newer(row(3, 'Como se escribe ahora'))).toBeUndefined()
})

test('a voided record has no version to choose', () => {
  expect(newer(row(3, 'De una colega', '2026-11-22T10:00:00Z'))).toBeUndefined()
})
