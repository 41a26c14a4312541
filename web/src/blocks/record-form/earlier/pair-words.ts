import { againstNorm, type PairParams, withUnit } from '@ulna/contract/record-class/record-class.pairs'
import { numberText } from '../numbers/number-text.ts'

/** Texts of the group `measures`. */
export type MeasureTexts = (key: string, values: Record<string, string>) => string

interface Words {
  t: MeasureTexts
  language: string
  /** In the language. */
  unit: string
}

const figure = (value: number, { language, unit }: Words): string =>
  withUnit(numberText(value, language), unit)

/** The norm in words, with its range and its source; undefined when the class has none. */
export const normText = ({ norm }: PairParams, source: string, words: Words): string | undefined => {
  if (!norm) return undefined
  const { low, high } = norm
  const given = { value: figure(norm.value, words), source }
  if (low !== undefined && high !== undefined)
    return words.t('pair.normalRange', { ...given, low: figure(low, words), high: figure(high, words) })
  if (low !== undefined) return words.t('pair.normalFrom', { ...given, low: figure(low, words) })
  if (high !== undefined) return words.t('pair.normalUpTo', { ...given, high: figure(high, words) })
  return words.t('pair.normal', given)
}

/** How one side compares with the norm, in words; undefined while there is nothing to compare. */
export const deficitText = (
  { norm, min, max }: PairParams,
  measured: unknown,
  words: Words,
): string | undefined => {
  if (!norm || typeof measured !== 'number' || measured < min || measured > max) return undefined
  const found = againstNorm(norm, measured)
  if (found.kind === 'within') return words.t('pair.within', {})
  return words.t(found.kind === 'below' ? 'pair.below' : 'pair.above', { by: figure(found.by, words) })
}
