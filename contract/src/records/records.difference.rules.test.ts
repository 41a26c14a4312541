import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classOf, fieldOf, optionsOf } from '../record-class/record-class.fixture.ts'
import { recordDifference, type TextPart, textDifference } from './records.difference.rules.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
  [key, ...Object.values(values)].join(' ')
const context = { language: 'es', t } as const

const without = (parts: readonly TextPart[], kind: TextPart['kind']): string =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('')

const words = fc
  .array(fc.constantFrom('dolor', 'hombro', 'Àèìòù', '🦵', 'de', ', ', '. ', ' ', '\n', '5 kg'), {
    maxLength: 40,
  })
  .map((all) => all.join(''))
const anyText = fc.oneof(words, fc.string({ unit: 'binary' }), fc.string())

describe('the difference of two texts', () => {
  test('holds both of them, whatever they are', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const parts = textDifference(before, after)
        expect(without(parts, 'added')).toBe(before)
        expect(without(parts, 'removed')).toBe(after)
        expect(parts.every(({ text }) => text !== '')).toBe(true)
        expect(parts.some((part, index) => part.kind === parts[index + 1]?.kind)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  test('of equal texts is that text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(textDifference(text, text)).toEqual(text === '' ? [] : [{ kind: 'same', text }])
      }),
    )
  })

  test('tells words, and leaves what did not change together', () => {
    expect(
      textDifference('Dolor en hombro derecho al dormir', 'Dolor en hombro izquierdo al dormir'),
    ).toEqual([
      { kind: 'same', text: 'Dolor en hombro ' },
      { kind: 'removed', text: 'derecho' },
      { kind: 'added', text: 'izquierdo' },
      { kind: 'same', text: ' al dormir' },
    ])
  })

  test('of two very long texts is told whole', () => {
    const [before, after] = ['a '.repeat(5000), 'b '.repeat(5000)]
    expect(textDifference(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})

describe('the difference of two versions', () => {
  const recordClass = classOf(
    fieldOf({ id: 'note', type: 'textarea' }),
    fieldOf({ id: 'side', type: 'select', options: optionsOf('left', 'right') }),
    fieldOf({ id: 'weight', type: 'number' }),
  )

  test('names the fields that changed, appeared and went, in form order and in words', () => {
    const before = { recordClass, data: { note: 'Igual', side: 'left', weight: 70.5 } }
    const after = { recordClass, data: { note: 'Igual', side: 'right' } }
    expect(recordDifference(before, after, context)).toMatchObject([
      { fieldId: 'side', before: 'option_left', after: 'option_right' },
      { fieldId: 'weight', before: '70,5', after: '', parts: [{ kind: 'removed', text: '70,5' }] },
    ])
    expect(recordDifference(after, before, context)).toMatchObject([
      { fieldId: 'side' },
      { fieldId: 'weight', before: '', after: '70,5' },
    ])
  })

  test('of the same content is empty', () => {
    const content = { recordClass, data: { note: 'Igual' } }
    expect(recordDifference(content, { ...content, data: { note: 'Igual' } }, context)).toEqual([])
  })

  test('reads each version with the class it was written with', () => {
    const older = classOf(fieldOf({ id: 'note', type: 'textarea' }), fieldOf({ id: 'gone', type: 'text' }))
    expect(
      recordDifference(
        { recordClass: older, data: { note: 'A', gone: 'Antes' } },
        { recordClass, data: { note: 'A', weight: 3 } },
        context,
      ),
    ).toMatchObject([
      { fieldId: 'weight', before: '', after: '3' },
      { fieldId: 'gone', label: 'label_gone', before: 'Antes', after: '' },
    ])
  })
})
