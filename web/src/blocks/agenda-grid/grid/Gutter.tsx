import { memo } from 'react'
import { topOf } from '../board/card-shape.ts'
import { type NowLineProps, nowPlace } from '../board/now-line.ts'
import { hourText } from '../parts/agenda-text.ts'
import styles from './AgendaGrid.module.css'
import { useNow } from './use-now.ts'

/** Pixels between the middles of two texts of the gutter from which both can be read. */
const legible = 21

const hours = Array.from({ length: 23 }, (_, index) => (index + 1) * 60)

/** The hours beside the grid; the one under the chip of the current time gives way to it. */
export const Gutter = memo(({ days, time, clock }: NowLineProps) => {
  const now = nowPlace(useNow(), days, time)
  const isCovered = (minute: number): boolean =>
    now !== undefined && Math.abs(topOf(minute) - topOf(now.minute)) < legible
  return (
    <div className={styles.gutter} aria-hidden="true">
      {hours
        .filter((minute) => !isCovered(minute))
        .map((minute) => (
          <b key={minute} style={{ top: topOf(minute) }}>
            {hourText(minute, clock)}
          </b>
        ))}
    </div>
  )
})
Gutter.displayName = 'Gutter'
