import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './Chart.module.css'
import { type Plot, type Scale, yOf } from './measure-scale.ts'

export interface ChartFrameProps {
  /** The id of the heading, which names the table too. */
  titleId: string
  title: ReactNode
  /** What the button says that brings the table, and what it says then. */
  words: { table: string; curve: string }
  /** The curve, so many pixels wide. */
  curve: (width: number) => ReactNode
  table: ReactNode
  /** What of the table is heard while the curve is seen. */
  heard?: ReactNode
}

/** A heading, and below it a curve as wide as there is room, or the same figures as a table. */
export const ChartFrame = ({ titleId, title, words, curve, table, heard }: ChartFrameProps) => {
  const [asTable, setAsTable] = useState(false)
  const { ref, width } = useElementSize<HTMLDivElement>()
  return (
    <>
      <div className={styles.head}>
        <h3 id={titleId}>{title}</h3>
        <TextButton aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? words.curve : words.table}
        </TextButton>
      </div>
      <div ref={ref} className={styles.body}>
        {!asTable && width > 0 && curve(Math.round(width))}
        {asTable ? table : heard}
      </div>
    </>
  )
}

export interface DrawingProps {
  width: number
  height: number
  /** What the drawing says; without it nobody hears of it. */
  label?: string
  children: ReactNode
}

export const Drawing = ({ width, height, label, children }: DrawingProps) => (
  <svg
    className={styles.drawing}
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined || undefined}
  >
    {children}
  </svg>
)

/** A line for each tick of the scale, and its figure. */
export const Grid = ({
  scale,
  plot,
  figure,
}: {
  scale: Scale
  plot: Plot
  figure: (tick: number) => string
}) =>
  scale.ticks.map((tick) => (
    <g key={tick}>
      <path d={`M${plot.left} ${yOf(tick, scale, plot)}H${plot.right}`} className={styles.grid} />
      <text x={plot.left - 8} y={yOf(tick, scale, plot) + 4} textAnchor="end">
        {figure(tick)}
      </text>
    </g>
  ))
