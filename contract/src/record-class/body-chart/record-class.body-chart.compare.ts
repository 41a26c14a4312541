import { type BodyMark, byPlace, placeKey } from './record-class.body-chart.ts'

export interface ComparedPlace {
  readonly key: string
  /** Any mark of the place, which gives it its name. */
  readonly mark: BodyMark
  /** One a chart, in the order of the charts: the strongest mark there; null when nothing is. */
  readonly marks: readonly (BodyMark | null)[]
}

const stronger = (one: BodyMark | null, other: BodyMark): BodyMark =>
  one === null || (other.intensity ?? -1) > (one.intensity ?? -1) ? other : one

/** Every place that any of the charts marks, in reading order, with what each chart says there. */
export const comparedPlaces = (charts: readonly (readonly BodyMark[])[]): ComparedPlace[] => {
  const found = new Map<string, { mark: BodyMark; marks: (BodyMark | null)[] }>()
  charts.forEach((marks, index) => {
    for (const mark of marks) {
      const key = placeKey(mark)
      const place = found.get(key) ?? { mark, marks: charts.map(() => null) }
      place.marks[index] = stronger(place.marks[index] ?? null, mark)
      found.set(key, place)
    }
  })
  return [...found]
    .map(([key, place]) => ({ key, ...place }))
    .toSorted((one, other) => byPlace(one.mark, other.mark))
}

export type PlaceChange =
  | { readonly kind: 'new' | 'gone' | 'same' | 'unknown' }
  | { readonly kind: 'less' | 'more'; readonly by: number }

/** What became of a place between two charts; `unknown` where one of them has no intensity. */
export const placeChange = (before: BodyMark | null, after: BodyMark | null): PlaceChange => {
  if (before === null) return { kind: after === null ? 'same' : 'new' }
  if (after === null) return { kind: 'gone' }
  if (before.intensity === undefined || after.intensity === undefined)
    return { kind: before.intensity === after.intensity ? 'same' : 'unknown' }
  const by = after.intensity - before.intensity
  if (by === 0) return { kind: 'same' }
  return { kind: by < 0 ? 'less' : 'more', by: Math.abs(by) }
}
