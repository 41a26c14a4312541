import type {
  BodyMark,
  BodyPlace,
  BodyView,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { markText, placeText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './BodyFigure.module.css'
import type { FigureRegion } from './figure.ts'
import { regionAfterKey } from './figure-moves.ts'
import { softPath } from './figure-points.ts'
import { sideAtLeft } from './figure-words.ts'
import { figures } from './figures.ts'
import { GhostStrokes, markOf, RegionNumbers, RegionShapes, StrokeShapes, Weaves } from './MarkShapes.tsx'
import { strokePath } from './stroke-path.ts'
import { usePen } from './use-pen.ts'

export interface BodyFigureProps {
  view: BodyView
  /** The marks of all views; only those of this view are drawn. */
  marks: readonly BodyMark[]
  /** Marks of another time, drawn faintly. */
  ghost?: readonly BodyMark[]
  selected?: BodyMark | undefined
  /** What a finger does on the drawing; absent for a picture to look at. */
  tool?: 'touch' | 'pen' | 'eraser' | undefined
  onPlace?: (place: BodyPlace) => void
  onStroke?: (mark: BodyMark, stroke: number) => void
  onDrawn?: (view: BodyView, stroke: readonly number[]) => void
}

const none: readonly BodyMark[] = []

const SideLetters = ({ view, width }: { view: BodyView; width: number }) => {
  const { t } = useTranslation('bodyChart')
  const atLeft = sideAtLeft(view)
  if (atLeft === null) return null
  const atRight = atLeft === 'left' ? 'right' : 'left'
  return (
    <g>
      <text x={22} y={34} className={styles.sideLetter}>
        {t(`letter.${atLeft}`)}
      </text>
      <text x={width - 22} y={34} className={styles.sideLetter}>
        {t(`letter.${atRight}`)}
      </text>
    </g>
  )
}

/** One drawing of the body with its marks. Regions are buttons: one tab stop, arrows go from one to the next. */
export const BodyFigure = ({
  view,
  marks: all,
  ghost: before = none,
  selected,
  tool,
  onPlace,
  onStroke,
  onDrawn,
}: BodyFigureProps) => {
  const { t } = useTranslation('bodyChart')
  const words = (key: string, values?: Readonly<Record<string, string | number>>) => t(key, { ...values })
  const id = useId()
  const figure = figures[view]
  const frame = useRef<SVGSVGElement>(null)
  const [current, setCurrent] = useState(0)
  const marks = all.filter((mark) => mark.view === view)
  const ghost = before.filter((mark) => mark.view === view)
  const regions = figure.parts.flatMap((part) => part.regions)
  const pen = usePen(figure, frame, tool === 'pen' ? (stroke) => onDrawn?.(view, stroke) : undefined)
  const title = t(`view.${view}`)

  const labelOf = (region: FigureRegion): string => {
    const mark = markOf(marks, region)
    return mark ? markText(mark, words) : placeText({ view, ...region }, words)
  }
  const touch = ({ region, side }: FigureRegion) => onPlace?.({ view, region, side })

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const region = regions[index]
    if ((event.key === 'Enter' || event.key === ' ') && region) touch(region)
    else {
      const next = regionAfterKey(event.key, index, regions)
      if (next === undefined) return
      setCurrent(next)
      frame.current?.querySelector<SVGPathElement>(`[data-index="${next}"]`)?.focus()
    }
    event.preventDefault()
  }

  const buttonOf = (region: FigureRegion) => {
    const index = regions.indexOf(region)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a region of a drawing is no rectangle
      <path
        key={`${region.region} ${region.side}`}
        d={region.path}
        className={styles.region}
        role="button"
        tabIndex={index === current ? 0 : -1}
        aria-pressed={markOf(marks, region) !== undefined}
        aria-label={labelOf(region)}
        data-index={index}
        onClick={() => {
          setCurrent(index)
          touch(region)
        }}
        onKeyDown={(event) => onKeyDown(event, index)}
      >
        <title>{labelOf(region)}</title>
      </path>
    )
  }

  const isPicture = tool === undefined
  const said = marks.map((mark) => markText(mark, words)).join('; ')
  return (
    <svg
      ref={frame}
      className={styles.figure}
      viewBox={`0 0 ${figure.width} ${figure.height}`}
      role={isPicture ? 'img' : 'group'}
      aria-label={isPicture && said !== '' ? `${title}: ${said}` : title}
      data-tool={tool}
      data-view={view}
      {...pen.handlers}
    >
      <Weaves id={id} />
      {figure.parts.map((part, index) => {
        const outline = softPath(part.outline)
        const clip = `${id}-clip-${index}`
        return (
          <g key={clip}>
            <clipPath id={clip}>
              <path d={outline} />
            </clipPath>
            <path d={outline} className={styles.skin} />
            <g clipPath={`url(#${clip})`}>
              {isPicture
                ? part.regions.map((region) => (
                    <path key={region.path} d={region.path} className={styles.region} />
                  ))
                : part.regions.map(buttonOf)}
              <RegionShapes id={id} part={part} marks={marks} ghost={ghost} selected={selected} />
            </g>
            {part.lines.map((line) => (
              <path key={line} d={line} className={styles.line} />
            ))}
            <path d={outline} className={styles.outline} />
          </g>
        )
      })}
      <GhostStrokes view={view} ghost={ghost} />
      <StrokeShapes
        view={view}
        marks={marks}
        selected={selected}
        onStroke={tool === 'pen' ? undefined : onStroke}
      />
      <RegionNumbers regions={regions} marks={marks} />
      {pen.line && <path d={strokePath(pen.line)} className={styles.stroke} />}
      <SideLetters view={view} width={figure.width} />
    </svg>
  )
}
