import { bodyViews } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { useTranslation } from 'react-i18next'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { BodyFigure } from '../BodyFigure.tsx'
import { figures } from '../figures.ts'
import styles from './ChartFigures.module.css'
import { type Chart, companion } from './use-chart.ts'

/** The drawing that is looked at and, where there is room, the other side of it. */
export const ChartFigures = ({ chart }: { chart: Chart }) => {
  const { t } = useTranslation('bodyChart')
  const { view, edit } = chart
  const shown = bodyViews.filter((one) => one === view || one === companion[view])
  return (
    <div className={styles.figures}>
      {shown.map((one) => (
        <figure
          key={one}
          className={styles.figure}
          data-current={one === view || undefined}
          data-wide={figures[one].height < 900 || undefined}
        >
          <BodyFigure
            view={one}
            marks={edit.marks}
            ghost={chart.ghost}
            selected={chart.selected}
            tool={chart.tool}
            onPlace={(place) => chart.act({ kind: 'touch', place })}
            onStroke={chart.onStroke}
            onDrawn={chart.onDrawn}
          />
          <figcaption className={hintClass} aria-hidden="true">
            {t(`view.${one}`)}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
