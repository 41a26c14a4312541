import { useLayoutEffect, useRef } from 'react'
import { serverNow } from '../../../i18n/server-clock.ts'
import { hourHeight, topOf } from '../board/card-shape.ts'
import type { GridColumn } from '../board/grid-column.ts'
import { nowPlace } from '../board/now-line.ts'
import { firstShownMinute } from '../parts/off-hours.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'

const earliestOf = (columns: readonly GridColumn[]): number | undefined => {
  const starts = columns.flatMap(({ placed }) => placed.slice(0, 1).map(({ start }) => start))
  return starts.length > 0 ? Math.min(...starts) : undefined
}

/** Height of the heads of the columns and width of the hours at the left, about. */
const headHeight = 60
const gutterWidth = 64

/** Scrolls to the working day, or to the current time, whenever other days are shown. */
export const useFirstScroll = (
  columns: readonly GridColumn[],
  time: ZonedTime,
  work: { from: number; to: number },
) => {
  const scroller = useRef<HTMLDivElement>(null)
  const days = columns.map(({ day }) => day).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other days may move the view; new appointments must not
  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    const now = nowPlace(serverNow(), days.split(','), time)
    const minute = firstShownMinute({
      workStarts: work.from,
      workEnds: work.to,
      earliestAppointment: earliestOf(columns),
      now: now?.minute,
      shownMinutes: ((view.clientHeight - headHeight) / hourHeight) * 60,
    })
    // A little above, so that the hour stands whole in the gutter.
    view.scrollTop = topOf(minute) - 9
    // Where not all columns fit, today's are the ones to see.
    view.scrollLeft = ((now?.column ?? 0) / columns.length) * (view.scrollWidth - gutterWidth)
  }, [days, time, work.from, work.to])
  return scroller
}
