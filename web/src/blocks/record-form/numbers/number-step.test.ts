import type { RecordField } from '@ulna/contract/record-class/record-class'
import type { KeyboardEvent } from 'react'
import { describe, expect, test } from 'vitest'
import { endsOf, stepOnKey, steppedValue } from './number-step.ts'

const field = (part: Partial<RecordField> = {}): RecordField => ({
  id: 'count',
  label: 'count',
  type: 'number',
  displayOrder: 10,
  ...part,
})

describe('an arrow key', () => {
  const ends = { min: -10, max: 180 }

  test('goes a step, without the noise of binary fractions, and never beyond the ends', () => {
    expect(steppedValue(0.1, 1, 0.2, ends)).toBe(0.3)
    expect(steppedValue(178, 1, 5, ends)).toBe(180)
    expect(steppedValue(-8, -1, 5, ends)).toBe(-10)
  })

  test('starts at zero, or at the end nearest to it', () => {
    expect(steppedValue(null, 1, 5, ends)).toBe(0)
    expect(steppedValue('x', -1, 5, { min: 20, max: 40 })).toBe(20)
  })

  const pressed = (key: string, held: object = {}) => {
    let isPrevented = false
    const event = { key, ...held, preventDefault: () => (isPrevented = true) } as unknown as KeyboardEvent
    const next = stepOnKey(event, 5, field({ params: { step: 2.5 } }), ends)
    return { next, isPrevented }
  }

  test('takes the step of the field, and leaves other keys alone', () => {
    expect(pressed('ArrowUp')).toEqual({ next: 7.5, isPrevented: true })
    expect(pressed('ArrowDown')).toEqual({ next: 2.5, isPrevented: true })
    for (const key of ['ArrowLeft', '5', 'Enter', 'Tab'])
      expect(pressed(key)).toEqual({ next: undefined, isPrevented: false })
    expect(pressed('ArrowUp', { shiftKey: true })).toEqual({ next: undefined, isPrevented: false })
  })
})

test('the ends of a number are those of its rules', () => {
  const bounded = field({
    validations: [
      { kind: 'max', params: { max: 10 } },
      { kind: 'min', params: { min: 0 } },
    ],
  })
  expect(endsOf(bounded)).toEqual({ min: 0, max: 10 })
  expect(endsOf(field())).toEqual({ min: -Number.MAX_VALUE, max: Number.MAX_VALUE })
})
