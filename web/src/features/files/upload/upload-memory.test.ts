import { expect, it } from 'vitest'
import { createUploadMemory } from './upload-memory.ts'

const storageWith = (text?: string) => {
  const values = new Map<string, string>(text === undefined ? [] : [['ulna.uploads', text]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}
const now = () => new Date('2026-11-22T10:00:00Z')
const upload = { id: 7, recordId: 1, until: '2026-11-23T09:00:00Z' }

it('remembers the uploads of a record until they are forgotten', () => {
  const memory = createUploadMemory(storageWith(), now)
  memory.keep(upload)
  memory.keep({ ...upload, id: 8, recordId: 2 })
  memory.keep(upload)
  expect(memory.ofRecord(1)).toEqual([upload])
  memory.forget(7)
  expect(memory.ofRecord(1)).toEqual([])
  expect(memory.ofRecord(2)).toHaveLength(1)
})

it('forgets by itself what the server no longer has', () => {
  const memory = createUploadMemory(storageWith(), now)
  memory.keep({ ...upload, until: '2026-11-22T09:59:59Z' })
  expect(memory.ofRecord(1)).toEqual([])
})

it('remembers nothing where something else is written', () => {
  for (const text of ['{', '{"a":1}', '[{"id":"x"}]', 'null'])
    expect(createUploadMemory(storageWith(text), now).ofRecord(1)).toEqual([])
})
