import type {
  BodyMark,
  BodySide,
  BodyView,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { painBand } from '../pain-scale/pain-keys.ts'

/** Which side of the patient lies left on the drawing; null where only one is seen. */
export const sideAtLeft = (view: BodyView): Exclude<BodySide, 'midline'> | null => {
  if (view === 'left' || view === 'right') return null
  return view === 'back' ? 'left' : 'right'
}

/** Colour of a mark by its intensity, as on the pain scale; `none` where nobody said one. */
export const markBand = ({ intensity }: BodyMark): 'none' | 0 | 1 | 2 =>
  intensity === undefined ? 'none' : painBand(intensity)

/** What stands on the mark: its intensity, or a dot. */
export const markNumber = ({ intensity }: BodyMark): string =>
  intensity === undefined ? '•' : String(intensity)
