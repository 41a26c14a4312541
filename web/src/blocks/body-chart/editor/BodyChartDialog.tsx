import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FlipIcon } from '../../../ui/icons/chart-icons.tsx'
import styles from './BodyChartDialog.module.css'
import { ChartFigures } from './ChartFigures.tsx'
import { ChartMarks } from './ChartMarks.tsx'
import { ChartPairs } from './ChartPairs.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { ChartToggle } from './ChartToggle.tsx'
import { type Chart, type ChartProps, chartTools, companion, useChart } from './use-chart.ts'

export interface BodyChartDialogProps extends ChartProps {
  title: string
  onClose: () => void
}

/** Shows the other side, where there is room for one drawing. */
const Turn = ({ chart: { view, setView } }: { chart: Chart }) => {
  const { t } = useTranslation('bodyChart')
  return (
    <Button
      variant="default"
      className={styles.turn ?? ''}
      leftSection={<FlipIcon />}
      onClick={() => setView(companion[view])}
    >
      {t(`view.${companion[view]}`)}
    </Button>
  )
}

const Tools = ({ chart: { tool, setTool, edit, act } }: { chart: Chart }) => {
  const { t } = useTranslation('bodyChart')
  return (
    <div className={styles.tools}>
      {chartTools.map((one) => (
        <ChartToggle key={one} isOn={one === tool} onClick={() => setTool(one)}>
          {t(`tool.${one}`)}
        </ChartToggle>
      ))}
      <ChartToggle disabled={edit.past.length === 0} onClick={() => act({ kind: 'undo' })}>
        {t('undo')}
      </ChartToggle>
    </div>
  )
}

/** Where details have room beside the drawing. */
const useIsWide = (): boolean =>
  useMediaQuery('(min-width: 69em)', false, { getInitialValueInEffect: false }) ?? false

/** What was touched stays in sight: the details that open below leave the drawing less height. */
const useTouchedInSight = (index: number | null) => {
  const stage = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mark whose details open
  useLayoutEffect(() => {
    const chosen = stage.current?.querySelector('[data-chosen]')
    if (!stage.current || !chosen) return
    const [frame, mark] = [stage.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    stage.current.scrollTop += mark.top + mark.height / 2 - (frame.top + frame.height / 2)
  }, [index])
  return stage
}

/**
 * A chart over the whole screen, where there is no room for it beside the form, or to draw with a pen: the drawing as
 * high as the screen, details in a sheet below it on phones and upright tablets, beside it elsewhere.
 */
export const BodyChartDialog = ({ title, onClose, ...props }: BodyChartDialogProps) => {
  const { t } = useTranslation('bodyChart')
  const chart = useChart(props)
  const [listed, setListed] = useState(false)
  const isWide = useIsWide()
  const { edit, tool } = chart
  const stage = useTouchedInSight(edit.selected)
  // Below the drawing there is room for one thing at a time.
  const isFree = isWide || chart.selected === undefined
  return (
    <Dialog fullScreen onClose={onClose} title={title} closeLabel={t('close')}>
      <div className={styles.frame}>
        <ChartPairs chart={chart} />
        <div className={styles.drawing}>
          <div ref={stage} className={styles.stage}>
            <ChartFigures chart={chart} />
          </div>
          <Turn chart={chart} />
        </div>
        {isWide && (
          <Hint>
            {t(`toolHint.${tool}`)}
            {tool === 'touch' && <span className={styles.keys}> {t('toolHint.keys')}</span>}
          </Hint>
        )}
        {isFree && <Tools chart={chart} />}
        {(chart.selected || edit.isFull) && (
          <div className={styles.sheet}>
            <ChartPanel chart={chart} />
          </div>
        )}
        {isFree && (isWide || listed) && (
          <div className={styles.sheet}>
            <ChartMarks chart={chart} />
          </div>
        )}
        {isFree && (
          <div className={styles.foot}>
            {!isWide && (
              <Button variant="default" aria-expanded={listed} onClick={() => setListed(!listed)}>
                {t('list', { count: edit.marks.length })}
              </Button>
            )}
            <Button onClick={onClose}>{t('done')}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
