import type { RecordField } from '@ulna/contract/record-class/record-class'
import type { MeasureSide } from '@ulna/contract/record-class/record-class.pairs'
import type { FormValues } from '../form/form-values.ts'

/** What the last and the first visit said. */
export interface EarlierVisits {
  last: FormValues | undefined
  first: FormValues | undefined
}

export interface EarlierTexts {
  last: string | undefined
  first: string | undefined
}

export interface EarlierFigures {
  last: number | undefined
  first: number | undefined
  /** Today less the first time; undefined unless both are numbers. */
  change: number | undefined
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

const asFigure = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const sideOf = (value: unknown, side: MeasureSide | undefined): unknown => {
  if (side === undefined) return value
  return typeof value === 'object' && value !== null ? Reflect.get(value, side) : undefined
}

/** What was written in a field before: each text once, undefined when there was none. */
export const earlierTexts = (
  { id }: Pick<RecordField, 'id'>,
  { last, first }: EarlierVisits,
): EarlierTexts | undefined => {
  const [lastText, firstText] = [asText(last?.[id]), asText(first?.[id])]
  if (lastText === undefined && firstText === undefined) return undefined
  return { last: lastText, first: firstText === lastText ? undefined : firstText }
}

/** What was measured before, and how today differs from the first time; undefined when nothing was. */
export const earlierFigures = (
  { id }: Pick<RecordField, 'id'>,
  { last, first }: EarlierVisits,
  today: unknown,
  side?: MeasureSide,
): EarlierFigures | undefined => {
  const [lastFigure, firstFigure] = [asFigure(sideOf(last?.[id], side)), asFigure(sideOf(first?.[id], side))]
  if (lastFigure === undefined && firstFigure === undefined) return undefined
  const now = asFigure(sideOf(today, side))
  const change = now === undefined || firstFigure === undefined ? undefined : now - firstFigure
  return { last: lastFigure, first: firstFigure, change }
}
