import { type BodyMark, bodyViews } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { hintClass } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import styles from './BodyFigure.module.css'
import { BodyFigure } from './BodyFigure.tsx'
import { figures } from './figures.ts'

export interface BodyChartPictureProps {
  marks: readonly BodyMark[]
  /** How high the drawings are, in pixels. */
  height?: number
  /** Marks whose views are shown too, marked or not: several pictures then stand alike. */
  alike?: readonly BodyMark[]
}

/** Pixels that figures are to have where the drawing is small, and the units that regions have room for. */
const readable = 12
const largestText = 44

/** A chart to look at: the drawings that have marks. */
export const BodyChartPicture = ({ marks, height = 260, alike = marks }: BodyChartPictureProps) => {
  const { t } = useTranslation('bodyChart')
  const shown = bodyViews.filter((view) => [...marks, ...alike].some((mark) => mark.view === view))
  return (
    <Row>
      {shown.map((view) => {
        const { width, height: units } = figures[view]
        const shownHeight = units > 900 ? height : Math.round(height * 0.6)
        const text = Math.min(largestText, (readable * units) / shownHeight)
        const size = {
          '--height': `${shownHeight}px`,
          '--ratio': `${width} / ${units}`,
          '--figure-text': `${text}px`,
          '--figure-letter': `${text}px`,
        } as CSSProperties
        return (
          <figure key={view}>
            <div className={styles.drawing} style={size}>
              <BodyFigure view={view} marks={marks} />
            </div>
            <figcaption className={hintClass} aria-hidden="true">
              {t(`view.${view}`)}
            </figcaption>
          </figure>
        )
      })}
    </Row>
  )
}
