import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/DataTable.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './PainChart.module.css'
import { type PainPoint, painCurve, shownLabels } from './pain-curve.ts'

export interface PainChartProps {
  /** Oldest first. */
  points: readonly PainPoint[]
}

const height = 150

const Curve = ({ points, width }: PainChartProps & { width: number }) => {
  const { t } = useTranslation('record')
  const curve = painCurve(
    points.map((point) => point.level),
    width,
    height,
  )
  const shown = shownLabels(points.length, width - 40)
  const first = curve.spots[0]
  const last = curve.spots.at(-1)
  const levels = points.map((point) => point.level).join(', ')
  return (
    <svg
      className={styles.drawing}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('painChart.summary', { levels })}
    >
      {curve.grid.map(({ level, y }) => (
        <g key={level}>
          <path d={`M${curve.left} ${y}H${curve.right}`} className={styles.grid} />
          <text x={curve.left - 8} y={y + 4} textAnchor="end">
            {level}
          </text>
        </g>
      ))}
      <path d={curve.area} className={styles.area} />
      <path d={curve.line} className={styles.line} />
      {curve.spots.slice(0, -1).map((spot) => (
        <circle
          key={spot.x}
          cx={spot.x}
          cy={spot.y}
          r={points.length > 40 ? 2.5 : 4}
          className={styles.point}
        />
      ))}
      {last && <circle cx={last.x} cy={last.y} r={6} className={styles.lastPoint} />}
      {first && points.length > 1 && (
        <text x={first.x + 4} y={first.y - 8} className={styles.firstLabel}>
          {points[0]?.level}
        </text>
      )}
      {last && (
        <text x={last.x} y={last.y - 11} textAnchor="middle" className={styles.lastLabel}>
          {points.at(-1)?.level}
        </text>
      )}
      {curve.spots.map((spot, index) =>
        shown[index] ? (
          <text key={spot.x} x={spot.x} y={height - 6} textAnchor="middle">
            {points[index]?.label}
          </text>
        ) : null,
      )}
    </svg>
  )
}

/** Pain over the sessions of a case, with the same figures as a table for screen readers and for copying. */
export const PainChart = ({ points }: PainChartProps) => {
  const { t } = useTranslation('record')
  const [asTable, setAsTable] = useState(false)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const titleId = useId()
  if (points.length === 0) return null

  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <h3 id={titleId}>{t('painChart.title')}</h3>
        <TextButton aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('painChart.showCurve') : t('painChart.showTable')}
        </TextButton>
      </div>
      <div ref={ref} className={styles.body}>
        {!asTable && width > 0 && <Curve points={points} width={Math.round(width)} />}
        {asTable && (
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
        )}
      </div>
    </div>
  )
}
