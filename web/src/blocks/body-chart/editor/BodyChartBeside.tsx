import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { EnlargeIcon, UndoIcon } from '../../../ui/icons/chart-icons.tsx'
import styles from './BodyChartBeside.module.css'
import { ChartFigures } from './ChartFigures.tsx'
import { ChartMarks } from './ChartMarks.tsx'
import { ChartPairs } from './ChartPairs.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { type ChartProps, useChart } from './use-chart.ts'

export interface BodyChartBesideProps extends ChartProps {
  /** Id of the whole, which takes the focus when an error is followed. */
  id: string
  title: string
  hint?: string | undefined
  error?: string | undefined
  /** Over the whole screen: for small places and the pen. */
  onEnlarge: () => void
}

/** Brings the details of what was touched into the column's view. */
const usePanelInSight = (index: number | null) => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (index !== null) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [index])
  return panel
}

/** A chart beside the form it belongs to: drawn while one writes, without a dialog. */
export const BodyChartBeside = ({ id, title, hint, error, onEnlarge, ...props }: BodyChartBesideProps) => {
  const { t } = useTranslation('bodyChart')
  const chart = useChart(props)
  const panel = usePanelInSight(chart.edit.selected)
  return (
    <Card
      id={id}
      tabIndex={-1}
      className={styles.beside}
      title={title}
      action={
        <div className={styles.actions}>
          <IconButton
            label={t('undo')}
            disabled={chart.edit.past.length === 0}
            onClick={() => chart.act({ kind: 'undo' })}
          >
            <UndoIcon />
          </IconButton>
          <IconButton label={t('enlarge')} onClick={onEnlarge}>
            <EnlargeIcon />
          </IconButton>
        </div>
      }
    >
      <div className={styles.body}>
        {hint && <Hint>{hint}</Hint>}
        {error && (
          <Hint className={styles.error} role="alert">
            {error}
          </Hint>
        )}
        <ChartPairs chart={chart} />
        <ChartFigures chart={chart} />
        <div ref={panel} className={styles.panel}>
          <ChartPanel chart={chart} />
        </div>
        <div className={styles.list}>
          <ChartMarks chart={chart} />
        </div>
      </div>
    </Card>
  )
}
