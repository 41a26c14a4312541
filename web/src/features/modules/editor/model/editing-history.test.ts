import { expect, test } from 'vitest'
import { changed, isDirty, startHistory, undone } from './editing-history.ts'
import { type EditorModel, newModel } from './editor-model.ts'

const model = (count: number): EditorModel => ({ ...newModel(), count })
const [first, second, third] = [model(1), model(2), model(3)]

test('what was typed in one place is undone as a whole, other changes one by one', () => {
  const typed = changed(changed(startHistory(first), second, 'label'), third, 'label')
  expect(undone(typed).now).toBe(first)
  const apart = changed(changed(startHistory(first), second, 'label'), third, 'hint')
  expect(undone(apart).now).toBe(second)
})

test('it is unsaved until it stands as it was saved', () => {
  const start = startHistory(first)
  expect(isDirty(start)).toBe(false)
  const later = changed(start, second)
  expect(isDirty(later)).toBe(true)
  expect(isDirty(undone(later))).toBe(false)
  expect(undone(start)).toBe(start)
})

test('a draft that was kept is unsaved, and can be undone to what is stored', () => {
  const kept = startHistory(first, second)
  expect(isDirty(kept)).toBe(true)
  expect(undone(kept).now).toBe(first)
})
