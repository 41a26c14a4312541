import { type BodyMark, type BodyView, bodyChartLimits } from './record-class.body-chart.ts'
import { marksIn } from './record-class.body-chart.values.ts'

/** Texts as in records.rules.ts; those of a body chart are in the group `bodyChart`. */
type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** Both sides of the body have one set of names. */
const figureOf = (view: BodyView): string => (view === 'left' || view === 'right' ? 'side' : view)

/** "Zona lumbar, lado izquierdo"; what lies in no region is named by its view. */
export const placeText = (
  { view, region, side }: Pick<BodyMark, 'view' | 'region' | 'side'>,
  t: Texts,
): string => {
  if (region === undefined) return t(`bodyChart:view.${view}`)
  const name = t(`bodyChart:region.${figureOf(view)}.${region}`)
  return side === undefined ? name : `${name}, ${t(`bodyChart:side.${side}`)}`
}

/** "7/10". */
export const intensityText = (intensity: number): string => `${intensity}/${bodyChartLimits.intensity}`

/** What a mark says besides its place: "7/10, quemazón, profundo, al agacharse". */
export const markDetails = (mark: BodyMark, t: Texts): string =>
  [
    mark.intensity === undefined ? '' : intensityText(mark.intensity),
    ...(mark.qualities ?? []).map((one) => t(`bodyChart:quality.${one}`)),
    mark.depth === undefined ? '' : t(`bodyChart:depth.${mark.depth}`),
    mark.note ?? '',
  ]
    .filter((text) => text !== '')
    .join(', ')

/** "Zona lumbar, lado izquierdo: 7/10, quemazón". */
export const markText = (mark: BodyMark, t: Texts): string => {
  const place = placeText(mark, t)
  const named = mark.strokes ? t('bodyChart:drawn', { place }) : place
  const details = markDetails(mark, t)
  return details === '' ? named : `${named}: ${details}`
}

/** A chart in words, a line each mark. */
export const bodyChartText = (value: unknown, t: Texts): string =>
  marksIn(value)
    .map((mark) => markText(mark, t))
    .join('\n')
