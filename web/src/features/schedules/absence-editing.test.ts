import type { Absence } from '@ulna/contract/schedules/schedules'
import { expect, test } from 'vitest'
import { afterSaving, isDirtyAbsence } from './absence-editing.ts'
import { newAbsence } from './absence-values.ts'

const start = newAbsence('2026-03-02', { from: '08:00', to: '18:00' })
const sent = { ...start, title: 'Curso' }
const stored = { id: 4, version: 1, title: 'Curso' } as Absence

test('an absence that was saved as it stands has nothing left to save', () => {
  const editing = { stored: undefined, start, values: sent }
  expect(isDirtyAbsence(editing)).toBe(true)
  expect(isDirtyAbsence(afterSaving(editing, sent, stored))).toBe(false)
})

test('what was typed while an absence was being saved stays, and goes over what was saved', () => {
  const values = { ...sent, title: 'Curso de suelo pélvico', lastDay: '2026-03-04' }
  const editing = afterSaving({ stored: undefined, start, values }, sent, stored)
  expect(editing.values).toEqual(values)
  expect(editing.stored).toBe(stored)
  expect(isDirtyAbsence(editing)).toBe(true)
})

test('a space behind the reason is nothing to save', () => {
  expect(isDirtyAbsence({ stored, start: sent, values: { ...sent, title: 'Curso ' } })).toBe(false)
})
