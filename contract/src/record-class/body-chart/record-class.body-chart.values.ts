import type { ErrorKey, ErrorParams } from '../../errors.ts'
import { isWellFormedText } from '../../http/text.ts'
import { isPlainObject } from '../record-class.plain-object.ts'
import {
  type BodyMark,
  type BodySide,
  type BodyView,
  bodyChartLimits,
  bodyViews,
  byPlace,
  painDepths,
  painQualities,
  placeKey,
  sidesOfRegion,
} from './record-class.body-chart.ts'

interface Fault {
  readonly message: ErrorKey
  readonly params?: ErrorParams
  readonly part?: string
}

/** A reading has the shape that the readers of record-class.values.ts answer with. */
export type BodyChartReading =
  | { readonly kind: 'value'; readonly value: { readonly marks: readonly BodyMark[] } }
  | { readonly kind: 'absent' }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }

const limits = bodyChartLimits
const markParts = ['view', 'region', 'side', 'strokes', 'intensity', 'qualities', 'depth', 'note']

/** Notes a fault of the mark that is being read. */
type Refuse = (part: string, message: ErrorKey, params?: ErrorParams) => undefined

const oneOf = <T extends string>(
  list: readonly T[],
  value: unknown,
  part: string,
  refuse: Refuse,
): T | undefined => list.find((one) => one === value) ?? refuse(part, 'field_option')

const wholeWithin = (value: unknown, max: number, part: string, refuse: Refuse): number | undefined => {
  if (typeof value !== 'number' || !Number.isInteger(value))
    return refuse(part, 'field_type', { type: 'integer' })
  if (value < 0 || value > max) return refuse(part, 'field_range', { min: 0, max })
  // −0 would be stored as 0 and then differ from what was checked and signed.
  return value === 0 ? 0 : value
}

const listWithin = (value: unknown, max: number, part: string, refuse: Refuse): readonly unknown[] => {
  if (Array.isArray(value) && value.length <= max) return value
  if (Array.isArray(value)) refuse(part, 'field_too_long', { max })
  else refuse(part, 'field_type', { type: 'array' })
  return []
}

const isCoordinate = (one: unknown): one is number =>
  Number.isInteger(one) && (one as number) >= 0 && (one as number) <= limits.coordinate

const readStroke = (value: unknown, refuse: Refuse): readonly number[] => {
  const points = listWithin(value, limits.points * 2, 'strokes', refuse)
  const isLine = points.length >= 2 && points.length % 2 === 0 && points.every(isCoordinate)
  if (!isLine) refuse('strokes', 'field_type', { type: 'points' })
  return points.filter(isCoordinate).map((one) => (one === 0 ? 0 : one))
}

const readStrokes = (value: unknown, refuse: Refuse): readonly (readonly number[])[] =>
  listWithin(value, limits.strokes, 'strokes', refuse).map((one) => readStroke(one, refuse))

const readQualities = (value: unknown, refuse: Refuse) => {
  const given = listWithin(value, painQualities.length, 'qualities', refuse)
  for (const one of given) oneOf(painQualities, one, 'qualities', refuse)
  if (new Set(given).size < given.length) refuse('qualities', 'field_option')
  // Qualities keep the order of the list, so that two versions differ only where a choice differs.
  return painQualities.filter((one) => given.includes(one))
}

const readNote = (value: unknown, refuse: Refuse): string | undefined => {
  if (typeof value !== 'string') return refuse('note', 'field_type', { type: 'string' })
  if (value.length > limits.note) return refuse('note', 'field_too_long', { max: limits.note })
  return isWellFormedText(value) ? value.trim() : refuse('note', 'field_text')
}

const readPlace = (
  view: BodyView,
  { region, side }: Record<string, unknown>,
  refuse: Refuse,
): { region?: string; side?: BodySide } => {
  if (region === undefined && side === undefined) return {}
  const sides = typeof region === 'string' ? sidesOfRegion(view, region) : []
  if (typeof region !== 'string' || sides.length === 0) return refuse('region', 'field_option') ?? {}
  // Where there is one side only, nobody has to name it.
  const chosen = oneOf(sides, side ?? (sides.length === 1 ? sides[0] : side), 'side', refuse)
  return { region, ...(chosen && { side: chosen }) }
}

const isSaid = (part: unknown): boolean =>
  part !== null && part !== undefined && part !== '' && !(Array.isArray(part) && part.length === 0)

const readers = {
  strokes: readStrokes,
  intensity: (value: unknown, refuse: Refuse) => wholeWithin(value, limits.intensity, 'intensity', refuse),
  qualities: readQualities,
  depth: (value: unknown, refuse: Refuse) => oneOf(painDepths, value, 'depth', refuse),
  note: readNote,
} as const

/** What a mark says, part by part in the order it is stored in; parts that say nothing are left out. */
const readParts = (parts: Record<string, unknown>, refuse: Refuse): Partial<BodyMark> =>
  Object.fromEntries(
    Object.entries(readers)
      .filter(([part]) => isSaid(parts[part]))
      .map(([part, read]) => [part, read(parts[part], refuse)] as const)
      .filter(([, value]) => isSaid(value)),
  )

const cleanMark = (value: unknown, refuse: Refuse): BodyMark | undefined => {
  if (!isPlainObject(value)) return refuse('', 'field_type', { type: 'object' })
  for (const key of Object.keys(value)
    .filter((one) => !markParts.includes(one))
    .slice(0, 10))
    refuse(key, 'field_unknown')
  const given = Object.fromEntries(Object.entries(value).filter(([, part]) => isSaid(part)))
  const view = oneOf(bodyViews, given.view, 'view', refuse)
  if (view === undefined) return undefined
  if (given.region === undefined && given.strokes === undefined) return refuse('region', 'field_required')
  return { view, ...readPlace(view, given, refuse), ...readParts(given, refuse) }
}

const readMark = (value: unknown, index: number): BodyMark | readonly Fault[] => {
  const found: Fault[] = []
  const mark = cleanMark(value, (part, message, params) => {
    const path = ['marks', String(index), part].filter((step) => step !== '').join('.')
    found.push({ message, part: path, ...(params ? { params } : {}) })
    return undefined
  })
  return mark === undefined || found.length > 0 ? found : mark
}

const isMark = (one: BodyMark | readonly Fault[]): one is BodyMark => 'view' in one

const lengthOf = (marks: readonly BodyMark[], of: (mark: BodyMark) => number): number =>
  marks.reduce((sum, mark) => sum + of(mark), 0)

/** What is wrong with marks that are each right: a region marked twice, or too much of it all. */
const wholeFaults = (marks: readonly BodyMark[]): Fault[] => {
  const named = marks.filter((mark) => mark.strokes === undefined).map(placeKey)
  const points = lengthOf(marks, (mark) => (mark.strokes ?? []).flat().length / 2)
  const notes = lengthOf(marks, (mark) => mark.note?.length ?? 0)
  return [
    ...(new Set(named).size < named.length ? [{ message: 'field_option' as const, part: 'marks' }] : []),
    ...(points > limits.allPoints
      ? [{ message: 'field_too_long' as const, params: { max: limits.allPoints }, part: 'marks' }]
      : []),
    ...(notes > limits.allNotes
      ? [{ message: 'field_too_long' as const, params: { max: limits.allNotes }, part: 'marks' }]
      : []),
  ]
}

const faults = (found: readonly Fault[]): BodyChartReading => ({ kind: 'faults', faults: found })

/** A body chart as it is stored: nothing empty, marks in reading order; or every mark that is wrong. */
export const readBodyChart = (value: unknown): BodyChartReading => {
  if (!isPlainObject(value)) return faults([{ message: 'field_type', params: { type: 'body_chart' } }])
  const unknown = Object.keys(value).filter((key) => key !== 'marks')
  if (unknown.length > 0)
    return faults(unknown.slice(0, 10).map((part) => ({ message: 'field_unknown', part })))
  const { marks: given = [] } = value
  if (!Array.isArray(given))
    return faults([{ message: 'field_type', params: { type: 'array' }, part: 'marks' }])
  if (given.length > limits.marks)
    return faults([{ message: 'field_too_long', params: { max: limits.marks }, part: 'marks' }])
  if (given.length === 0) return { kind: 'absent' }
  const read = given.map(readMark)
  const wrong = read.flatMap((one) => (isMark(one) ? [] : one))
  if (wrong.length > 0) return faults(wrong.slice(0, 20))
  const marks = read.filter(isMark).toSorted(byPlace)
  const all = wholeFaults(marks)
  return all.length > 0 ? faults(all) : { kind: 'value', value: { marks } }
}

/** The marks of whatever stands in a record, a draft or a form; none when it is no chart. */
export const marksIn = (value: unknown): readonly BodyMark[] => {
  const reading = readBodyChart(value ?? {})
  return reading.kind === 'value' ? reading.value.marks : []
}
