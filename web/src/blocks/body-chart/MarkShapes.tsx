import {
  type BodyMark,
  type BodyView,
  placeKey,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import type { CSSProperties } from 'react'
import styles from './BodyFigure.module.css'
import type { FigurePart, FigureRegion } from './figure.ts'
import { markBand, markNumber } from './figure-words.ts'
import { strokePath } from './stroke-path.ts'

const markColour = (mark: BodyMark): CSSProperties => {
  const band = markBand(mark)
  return { '--mark': band === 'none' ? 'var(--ulna-text-2)' : `var(--ulna-pain-${band})` } as CSSProperties
}

const isAt = (mark: BodyMark, { region, side }: FigureRegion): boolean =>
  mark.strokes === undefined && mark.region === region && mark.side === side

/** The mark of a region among those of its view. */
export const markOf = (marks: readonly BodyMark[], region: FigureRegion): BodyMark | undefined =>
  marks.find((mark) => isAt(mark, region))

/** The finer the weave the stronger the pain: what colour says is said without it too. */
export const Weaves = ({ id }: { id: string }) => (
  <defs>
    {([0, 1, 2] as const).map((band) => (
      <pattern
        key={band}
        id={`${id}-weave-${band}`}
        width={band === 0 ? 16 : 12}
        height={band === 0 ? 16 : 12}
        patternUnits="userSpaceOnUse"
        style={{ '--mark': `var(--ulna-pain-${band})` } as CSSProperties}
      >
        {band === 0 && <path d="M8 7.9v.2" className={styles.weave} strokeWidth={5} strokeLinecap="round" />}
        {band > 0 && <path d="M-3 3 3-3M0 12 12 0M9 15 15 9" className={styles.weave} />}
        {band > 1 && <path d="M9-3 15 3M0 0 12 12M-3 9 3 15" className={styles.weave} />}
      </pattern>
    ))}
  </defs>
)

interface RegionShapesProps {
  id: string
  part: FigurePart
  marks: readonly BodyMark[]
  ghost: readonly BodyMark[]
  selected: BodyMark | undefined
}

/** The marked regions of one part of a drawing; stands inside the part's clip. */
export const RegionShapes = ({ id, part, marks, ghost, selected }: RegionShapesProps) =>
  part.regions.map((region) => {
    const [mark, before] = [markOf(marks, region), markOf(ghost, region)]
    const key = `${region.region} ${region.side}`
    return (
      <g key={key}>
        {mark && <path d={region.path} className={styles.shade} style={markColour(mark)} />}
        {mark?.intensity !== undefined && (
          <path d={region.path} className={styles.pattern} fill={`url(#${id}-weave-${markBand(mark)})`} />
        )}
        {before && <path d={region.path} className={styles.ghost} />}
        {mark && mark === selected && <path d={region.path} className={styles.chosen} data-chosen />}
      </g>
    )
  })

interface RegionNumbersProps {
  regions: readonly FigureRegion[]
  marks: readonly BodyMark[]
}

export const RegionNumbers = ({ regions, marks }: RegionNumbersProps) =>
  regions.map((region) => {
    const mark = markOf(marks, region)
    if (!mark) return null
    return (
      <text key={placeKey(mark)} x={region.middle.x} y={region.middle.y} className={styles.number}>
        {markNumber(mark)}
      </text>
    )
  })

interface StrokeShapesProps {
  view: BodyView
  marks: readonly BodyMark[]
  selected: BodyMark | undefined
  /** Called when a line is touched; without it lines cannot be. */
  onStroke?: ((mark: BodyMark, stroke: number) => void) | undefined
}

/** The lines of a view, each mark's number at its first point. */
export const StrokeShapes = ({ view, marks, selected, onStroke }: StrokeShapesProps) =>
  marks
    .filter((mark) => mark.view === view && mark.strokes !== undefined)
    .map((mark, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and only the last ones come and go
      <g key={index} style={markColour(mark)}>
        {(mark.strokes ?? []).map((stroke, place) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of marks is how the keyboard reaches a line
          <path
            key={stroke.join(' ')}
            d={strokePath(stroke)}
            className={styles.stroke}
            data-chosen={mark === selected || undefined}
            data-touch={onStroke ? true : undefined}
            onClick={onStroke && (() => onStroke(mark, place))}
          />
        ))}
        {mark.strokes?.[0] && (
          <text x={(mark.strokes[0][0] ?? 0) - 14} y={mark.strokes[0][1]} className={styles.number}>
            {markNumber(mark)}
          </text>
        )}
      </g>
    ))

export const GhostStrokes = ({ view, ghost }: { view: BodyView; ghost: readonly BodyMark[] }) =>
  ghost
    .filter((mark) => mark.view === view)
    .flatMap((mark) => mark.strokes ?? [])
    .map((stroke) => <path key={stroke.join(' ')} d={strokePath(stroke)} className={styles.strokeGhost} />)
