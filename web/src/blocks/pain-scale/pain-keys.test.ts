import { describe, expect, test } from 'vitest'
import { levelAfterKey, painBand } from './pain-keys.ts'

const press = (key: string, level: number | null = null) => levelAfterKey(key, level, 0, 10)

describe('the keys of the pain scale', () => {
  test('a digit chooses its level and X chooses ten', () => {
    expect([...'0123456789'].map((key) => press(key))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(press('x')).toBe(10)
    expect(press('X', 3)).toBe(10)
  })

  test('arrows move one step and stop at the ends', () => {
    expect(press('ArrowRight', 3)).toBe(4)
    expect(press('ArrowDown', 3)).toBe(2)
    expect(press('ArrowRight', 10)).toBe(10)
    expect(press('ArrowLeft', 0)).toBe(0)
    expect(press('ArrowLeft', null)).toBe(0)
  })

  test('Delete clears, other keys are left to the browser', () => {
    expect(press('Delete', 4)).toBeNull()
    expect(press('Tab', 4)).toBeUndefined()
    expect(press('a', 4)).toBeUndefined()
  })

  test('a digit outside the scale does nothing', () => {
    expect(levelAfterKey('7', 1, 0, 5)).toBeUndefined()
  })
})

test('the colour band follows the intensity', () => {
  expect([0, 3, 4, 6, 7, 10].map(painBand)).toEqual([0, 0, 1, 1, 2, 2])
})
