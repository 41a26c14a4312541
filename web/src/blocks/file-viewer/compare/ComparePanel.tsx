import { useTranslation } from 'react-i18next'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { useSize } from '../use-size.ts'
import { fitScale } from '../view-state.ts'
import styles from './CompareView.module.css'
import { angleOf, type ComparedPhoto, type PhotoPoints } from './comparison.ts'
import { Marks } from './Marks.tsx'

export type CompareTool = 'look' | 'align' | 'angle'

export interface ComparePanelProps {
  photo: ComparedPhoto
  /** "First photo". */
  title: string
  tool: CompareTool
  points: PhotoPoints
  onPoints: (points: PhotoPoints) => void
}

const percent = (fraction: number): number => Math.round(fraction * 100)

const Legs = ({ points }: { points: PhotoPoints }) => {
  const [one, corner, other] = points.angle.map(({ x, y }) => `${x * 100},${y * 100}`)
  return (
    <svg className={styles.legs} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={`${one} ${corner} ${other}`} vectorEffect="non-scaling-stroke" />
      <polyline points={`${one} ${corner} ${other}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** One of two photos side by side, with the points of the tool in use. */
export const ComparePanel = ({ photo, title, tool, points, onPoints }: ComparePanelProps) => {
  const { t } = useTranslation('files')
  const { ref, size } = useSize()
  const scale = fitScale(photo.size, size, 0)
  const style = { width: photo.size.width * scale, height: photo.size.height * scale }
  const angle = angleOf(points, photo.size)
  const shown = tool === 'align' ? points.align : points.angle
  const marks = shown.map((point, index) => {
    const isVertex = tool === 'angle' && index === 1
    const number = tool === 'angle' && index === 2 ? 2 : index + 1
    const values = { photo: title, number, x: percent(point.x), y: percent(point.y) }
    return {
      sign: isVertex ? '∠' : String(number),
      label: t(isVertex ? 'compare.vertex' : 'compare.point', values),
    }
  })
  const move = (index: number, to: PhotoPoints['align'][0]): void => {
    const moved = shown.map((point, at) => (at === index ? to : point))
    onPoints({ ...points, [tool]: moved })
  }
  return (
    <figure className={styles.panel}>
      <figcaption className={hintClass}>
        {title}
        {tool === 'angle' && (
          <strong>
            {angle === undefined
              ? t('compare.noAngle')
              : t('compare.degrees', { degrees: Math.round(angle) })}
          </strong>
        )}
      </figcaption>
      <div ref={ref} className={styles.place}>
        <div className={styles.frame} style={style}>
          <img src={photo.url} alt={photo.name} draggable={false} />
          {tool === 'angle' && <Legs points={points} />}
          {tool !== 'look' && <Marks points={shown} marks={marks} onMove={move} />}
        </div>
      </div>
    </figure>
  )
}
