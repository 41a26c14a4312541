import styles from './Chart.module.css'
import { Drawing, Grid } from './ChartFrame.tsx'
import { bandIn, labelledPlaces, lineThrough, type Plot, scaleFor, xOf, yOf } from './measure-scale.ts'
import { linesOf, type MeasureLine, type MeasureLineName, type MeasureSeries } from './measure-series.ts'

const height = 190

export interface MeasureCurveProps {
  series: MeasureSeries
  width: number
  figure: (value: number) => string
}

/** Round for one value and the right side, square for the left: told apart without colour. */
const Point = ({ x, y, line }: { x: number; y: number; line: MeasureLineName }) =>
  line === 'left' ? (
    <rect x={x - 4} y={y - 4} width={8} height={8} className={styles.point} data-line={line} />
  ) : (
    <circle cx={x} cy={y} r={4.5} className={styles.point} data-line={line} />
  )

/** Mark and dash of a line, as they stand beside its words. */
export const LineKey = ({ line }: { line: MeasureLineName }) => (
  <svg className={styles.key} viewBox="0 0 30 22" aria-hidden="true">
    <path d="M1 11H29" className={styles.line} data-line={line} />
    <Point x={15} y={11} line={line} />
  </svg>
)

/** The axis heeds what the measure itself goes from and to only where that is near: pain is drawn from 0 to 10. */
const scaleOf = ({ ends, norm }: MeasureSeries, lines: readonly MeasureLine[]) => {
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const normal = norm ? [norm.value, norm.low ?? norm.value, norm.high ?? norm.value] : []
  return scaleFor([...values, ...normal, ...(ends ?? [])])
}

export const MeasureCurve = ({ series, width, figure }: MeasureCurveProps) => {
  const lines = linesOf(series)
  const scale = scaleOf(series, lines)
  const widest = Math.max(...scale.ticks.map((tick) => figure(tick).length))
  const plot: Plot = { left: 14 + widest * 6.5, right: width - 24, top: 10, bottom: height - 26 }
  const { visits, norm } = series
  const ends = [visits[0]?.at ?? 0, visits.at(-1)?.at ?? 0] as const
  const places = visits.map(({ at }) => xOf(at, ends, plot))
  // A day and a half of words: those at the ends stand beside their place, the others over it.
  const shown = labelledPlaces(places, 116)
  const band = norm ? bandIn({ low: norm.low ?? norm.value, high: norm.high ?? null }, scale, plot) : null
  return (
    <Drawing width={width} height={height}>
      {band && (
        <rect
          x={plot.left}
          y={band.y}
          width={plot.right - plot.left}
          height={band.height}
          className={styles.band}
        />
      )}
      <Grid scale={scale} plot={plot} figure={figure} />
      {norm && (
        <path d={`M${plot.left} ${yOf(norm.value, scale, plot)}H${plot.right}`} className={styles.norm} />
      )}
      {lines.map(({ name, points }) => {
        const spots = points.map(({ at, value }) => ({ x: xOf(at, ends, plot), y: yOf(value, scale, plot) }))
        return (
          <g key={name}>
            <path d={lineThrough(spots)} className={styles.line} data-line={name} />
            {spots.map(({ x, y }) => (
              <Point key={`${x} ${y}`} x={x} y={y} line={name} />
            ))}
          </g>
        )
      })}
      {visits.map(({ key, day }, index) =>
        shown[index] ? (
          <text
            key={key}
            x={places[index]}
            y={height - 6}
            textAnchor={
              index === 0 && visits.length > 1
                ? 'start'
                : index === visits.length - 1 && visits.length > 1
                  ? 'end'
                  : 'middle'
            }
          >
            {day}
          </text>
        ) : null,
      )}
    </Drawing>
  )
}
