import type { Draft } from '@ulna/contract/drafts/drafts'
import { expect, test } from 'vitest'
import { createKeptDrafts } from './draft-news.ts'

const draft = (revision: number, key = 'new:followup_default'): Draft => ({
  patientId: 1,
  key,
  data: { patientObs: 'x'.repeat(revision) },
  revision,
  baseVersion: null,
  updatedAt: '2026-11-22T10:00:00.000Z',
  device: null,
})

const heard = () => {
  const told: [string, number][] = []
  const kept = createKeptDrafts(({ key, revision }) => told.push([key, revision]))
  return { kept, told }
}

test('H8 while a form is open the page is told of its draft once, however often it is saved', () => {
  const { kept, told } = heard()
  kept.open()
  for (let revision = 1; revision <= 50; revision += 1) kept.note(draft(revision))
  expect(told).toEqual([['new:followup_default', 1]])
})

test('a form that is closed leaves its newest draft to whoever opens it again', () => {
  const { kept, told } = heard()
  kept.open()
  for (const revision of [1, 2, 3]) kept.note(draft(revision))
  kept.note(draft(1, 'copy'))
  kept.note(draft(2, 'copy'))
  kept.close()
  expect(told.slice(2)).toEqual([
    ['new:followup_default', 3],
    ['copy', 2],
  ])
})

test('what arrives after the form was closed is told at once', () => {
  const { kept, told } = heard()
  kept.open()
  kept.note(draft(1))
  kept.close()
  kept.note(draft(2))
  expect(told.map(([, revision]) => revision)).toEqual([1, 2])
})

test('a draft that was thrown away does not come back when its form closes', () => {
  const { kept, told } = heard()
  kept.open()
  kept.note(draft(1))
  kept.note(draft(2))
  kept.forget()
  kept.close()
  expect(told.map(([, revision]) => revision)).toEqual([1])
})
