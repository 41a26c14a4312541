import { clockText } from '@ulna/contract/clock-text'
import { topOf } from '../board/card-shape.ts'
import { type NowLineProps, nowPlace } from '../board/now-line.ts'
import styles from './AgendaGrid.module.css'
import { useNow } from './use-now.ts'

/** The thread where the day stands now, with the time in the gutter. Cards lie over it. */
export const NowLine = ({ days, time, clock }: NowLineProps) => {
  const place = nowPlace(useNow(), days, time)
  if (!place) return null
  const top = topOf(place.minute)
  const share = 100 / days.length
  const isWeek = days.some((day) => day !== days[0])
  return (
    <div className={styles.now} style={{ top }} aria-hidden="true">
      <span className={styles.nowChip}>{clockText(place.minute, clock).slice(0, 5)}</span>
      <span className={styles.nowTrack}>
        {isWeek ? <i className={styles.nowFaint} /> : null}
        <i
          className={styles.nowSolid}
          style={
            isWeek
              ? { left: `${place.column * share}%`, width: `${place.count * share}%` }
              : { left: 0, right: 0 }
          }
        />
      </span>
    </div>
  )
}
