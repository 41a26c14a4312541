import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { EnlargeIcon, UndoIcon } from '../../../ui/icons/chart-icons.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import styles from './BodyChartBeside.module.css'
import { ChartFigures } from './ChartFigures.tsx'
import { ChartMarks } from './ChartMarks.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { ChartToggle } from './ChartToggle.tsx'
import { type Chart, type ChartProps, companion, useChart } from './use-chart.ts'

const BodyChartDialog = lazyPart(() => import('./BodyChartDialog.tsx'), 'BodyChartDialog')

export interface BodyChartBesideProps extends ChartProps {
  /** Id of the whole, which takes the focus when an error is followed. */
  id: string
  title: string
  hint?: string | undefined
  error?: string | undefined
}

const pairs = ['front', 'left', 'palms', 'soles'] as const

/** The drawings by twos: two of them stand beside each other here. */
const Pairs = ({ chart: { view, setView, edit } }: { chart: Chart }) => {
  const { t } = useTranslation('bodyChart')
  const isMarked = (one: (typeof pairs)[number]) =>
    edit.marks.some((mark) => mark.view === one || mark.view === companion[one])
  return (
    <fieldset className={styles.pairs} aria-label={t('views')}>
      {pairs.map((one) => (
        <ChartToggle key={one} isOn={view === one || companion[view] === one} onClick={() => setView(one)}>
          {t(`pair.${one}`)}
          {isMarked(one) && <span aria-hidden="true"> •</span>}
        </ChartToggle>
      ))}
    </fieldset>
  )
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
export const BodyChartBeside = ({ id, title, hint, error, ...props }: BodyChartBesideProps) => {
  const { t } = useTranslation('bodyChart')
  const chart = useChart(props)
  const [isLarge, setLarge] = useState(false)
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
          <IconButton label={t('enlarge')} onClick={() => setLarge(true)}>
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
        <Pairs chart={chart} />
        <ChartFigures chart={chart} />
        <div ref={panel} className={styles.panel}>
          <ChartPanel chart={chart} />
        </div>
        <div className={styles.list}>
          <ChartMarks chart={chart} />
        </div>
      </div>
      <Optional>
        {isLarge && <BodyChartDialog {...props} title={title} onClose={() => setLarge(false)} />}
      </Optional>
    </Card>
  )
}
