import { clockText } from '@ulna/contract/clock-text'
import { useEffect, useState } from 'react'
import { serverNow } from '../../../i18n/server-clock.ts'
import { topOf } from '../board/card-shape.ts'
import { nowPlace, untilNextMinute } from '../board/now-line.ts'
import type { ClockFormat } from '../parts/agenda-text.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'
import styles from './AgendaGrid.module.css'

/** The current time, renewed when the clock shows another minute. */
const useNow = (): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        setNow(serverNow())
        wait()
      }, untilNextMinute(serverNow()) + 20)
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return now
}

export interface NowLineProps {
  days: readonly CalendarDay[]
  time: ZonedTime
  clock: ClockFormat
}

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
