import type {
  BodyMark,
  BodySide,
  BodyView,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'

/** Which side of the patient lies left on the drawing; null where only one is seen. */
export const sideAtLeft = (view: BodyView): Exclude<BodySide, 'midline'> | null => {
  if (view === 'left' || view === 'right') return null
  return view === 'back' ? 'left' : 'right'
}

/** Colour of a mark by its intensity, as on the pain scale: 0–3, 4–6, 7–10; `none` without. */
export const markBand = ({ intensity }: BodyMark): 'none' | 0 | 1 | 2 => {
  if (intensity === undefined) return 'none'
  if (intensity <= 3) return 0
  return intensity <= 6 ? 1 : 2
}

/** What stands on the mark: its intensity, or a dot. */
export const markNumber = ({ intensity }: BodyMark): string =>
  intensity === undefined ? '•' : String(intensity)
