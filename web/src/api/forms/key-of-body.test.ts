import { expect, it } from 'vitest'
import { createKeyOfBody } from './key-of-body.ts'

it('gives the same body the same key, and another body another one', () => {
  let count = 0
  const keyOf = createKeyOfBody(() => {
    count += 1
    return `key ${count}`
  })
  expect([keyOf({ title: 'Curso' }), keyOf({ title: 'Curso' })]).toEqual(['key 1', 'key 1'])
  expect([keyOf({ title: 'Feria' }), keyOf({ title: 'Curso' })]).toEqual(['key 2', 'key 3'])
})

it('gives every form keys of its own', () => {
  const body = { title: 'Curso' }
  expect(createKeyOfBody()(body)).not.toBe(createKeyOfBody()(body))
})
