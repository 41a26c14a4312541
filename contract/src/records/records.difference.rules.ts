import { classText, type ValueField, valueFieldsOf } from '../record-class/record-class.fields.ts'
import type { RecordClass } from '../record-class/record-class.ts'
import { flattenData } from './records.rules.ts'
import { type ReadingContext, valueText } from './records.values.rules.ts'

/** A run of words that both texts have, or one of them. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** A field that says something else in two versions; in words, in the reader's language. */
export interface FieldDifference {
  readonly fieldId: string
  readonly label: string
  /** Text of the field before; empty when it said nothing. */
  readonly before: string
  readonly after: string
  /** What was taken out of `before` and put into `after`, in reading order. */
  readonly parts: readonly TextPart[]
}

/** Content with the class it was written with. */
export interface RecordContent {
  readonly recordClass: RecordClass
  readonly data: Readonly<Record<string, unknown>>
}

/** Words and what is between them, so that the parts put together are the text again. */
const tokensOf = (text: string): string[] => text.match(/\s+|[^\s\p{L}\p{N}]|[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Above it two texts are told whole: the table of their words would take the browser's memory. */
const mostCells = 4_000_000

/** Length of the longest common subsequence of what is left from each pair of places. */
const commonLengths = (before: readonly string[], after: readonly string[]): Uint16Array[] => {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, next] = [rows[i] as Uint16Array, rows[i + 1] as Uint16Array]
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] =
        before[i] === after[j]
          ? (next[j + 1] as number) + 1
          : Math.max(next[j] as number, row[j + 1] as number)
  }
  return rows
}

const joined = (tokens: readonly TextPart[]): TextPart[] => {
  const parts: TextPart[] = []
  for (const token of tokens) {
    const last = parts.at(-1)
    if (last?.kind === token.kind) parts[parts.length - 1] = { ...last, text: last.text + token.text }
    else parts.push(token)
  }
  return parts.filter(({ text }) => text !== '')
}

const whole = (before: string, after: string): TextPart[] =>
  joined([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])

/**
 * The difference of two texts by words. `same` and `removed` parts put together are the text before, `same` and
 * `added` the text after.
 */
export const textDifference = (before: string, after: string): TextPart[] => {
  if (before === after) return joined([{ kind: 'same', text: before }])
  const [from, to] = [tokensOf(before), tokensOf(after)]
  const isLossless = from.join('') === before && to.join('') === after
  if (!isLossless || from.length * to.length > mostCells) return whole(before, after)
  const common = commonLengths(from, to)
  const lengthAt = (i: number, j: number): number => common[i]?.[j] ?? 0
  const tokens: TextPart[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const [old, fresh] = [from[i], to[j]]
    if (old !== undefined && old === fresh) {
      tokens.push({ kind: 'same', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (fresh === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      tokens.push({ kind: 'removed', text: old })
      i += 1
    } else {
      tokens.push({ kind: 'added', text: fresh ?? '' })
      j += 1
    }
  }
  return joined(tokens)
}

interface Reading {
  readonly field: ValueField
  readonly label: string
  readonly text: string
}

const readingsOf = ({ recordClass, data }: RecordContent, context: ReadingContext): Map<string, Reading> => {
  const flat = flattenData(recordClass, data)
  const readings = valueFieldsOf(recordClass).map(({ field }): [string, Reading] => [
    field.id,
    {
      field,
      label: classText(recordClass, context.language, field.label),
      text: Object.hasOwn(flat, field.id) ? valueText(recordClass, field, flat[field.id], context) : '',
    },
  ])
  return new Map(readings)
}

/**
 * What two versions of a record say differently, in the order of the newer class; fields that only the older class
 * had come last. Each is read with its own class, as it was written.
 */
export const recordDifference = (
  before: RecordContent,
  after: RecordContent,
  context: ReadingContext,
): FieldDifference[] => {
  const [old, fresh] = [readingsOf(before, context), readingsOf(after, context)]
  const ids = [...new Set([...fresh.keys(), ...old.keys()])]
  return ids.flatMap((fieldId) => {
    const texts = { before: old.get(fieldId)?.text ?? '', after: fresh.get(fieldId)?.text ?? '' }
    if (texts.before === texts.after) return []
    const label = (fresh.get(fieldId) ?? old.get(fieldId))?.label ?? fieldId
    return [{ fieldId, label, ...texts, parts: textDifference(texts.before, texts.after) }]
  })
}
