import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/DataTable.tsx'
import styles from './Chart.module.css'
import { ChartFrame, Drawing, Grid } from './ChartFrame.tsx'
import { areaBelow, labelledPlaces, lineThrough, xOf, yOf } from './measure-scale.ts'

export interface PainPoint {
  /** What stands below the axis: "Inicio", "1", "2" … */
  label: string
  /** The day in words. */
  day: string
  /** 0 to 10. */
  level: number
}

export interface PainChartProps {
  /** Oldest first. */
  points: readonly PainPoint[]
}

const height = 150
const scale = { ticks: [0, 5, 10], low: 0, high: 10 }

const Curve = ({ points, width }: PainChartProps & { width: number }) => {
  const { t } = useTranslation('record')
  const plot = { left: 24, right: Math.max(24, width - 14), top: 16, bottom: height - 26 }
  const last = points.length - 1
  const spots = points.map((point, index) => ({
    ...point,
    x: xOf(index, [0, last], plot),
    y: yOf(point.level, scale, plot),
  }))
  const shown = labelledPlaces(
    spots.map(({ x }) => x),
    28,
  )
  const levels = points.map((point) => point.level).join(', ')
  return (
    <Drawing width={width} height={height} label={t('painChart.summary', { levels })}>
      <Grid scale={scale} plot={plot} figure={String} />
      <path d={areaBelow(spots, plot)} className={styles.area} />
      <path d={lineThrough(spots)} className={styles.line} data-line="value" />
      {spots.map(({ x, y, label, day, level }, index) => (
        <g key={`${label} ${day}`} textAnchor="middle">
          <circle
            cx={x}
            cy={y}
            r={index === last ? 6 : last < 40 ? 4.5 : 2.5}
            className={index === last ? styles.lastPoint : styles.point}
            data-line="value"
          />
          {(index === 0 || index === last) && (
            <text x={x} y={y - 11} className={styles.level}>
              {level}
            </text>
          )}
          {shown[index] && (
            <text x={x} y={height - 6}>
              {label}
            </text>
          )}
        </g>
      ))}
    </Drawing>
  )
}

/** Pain over the sessions of a case, with the same figures as a table for screen readers and for copying. */
export const PainChart = ({ points }: PainChartProps) => {
  const { t } = useTranslation('record')
  const titleId = useId()
  if (points.length === 0) return null
  const table = (
    <DataTable aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">{t('painChart.session')}</th>
          <th scope="col">{t('painChart.day')}</th>
          <th scope="col">{t('painChart.level')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={`${point.label} ${point.day}`}>
            <th scope="row">{point.label}</th>
            <td>{point.day}</td>
            <td>{point.level}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
  return (
    <div className={styles.frame}>
      <ChartFrame
        titleId={titleId}
        title={t('painChart.title')}
        words={{ table: t('painChart.showTable'), curve: t('painChart.showCurve') }}
        curve={(width) => <Curve points={points} width={width} />}
        table={table}
      />
    </div>
  )
}
