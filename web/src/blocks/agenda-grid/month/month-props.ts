import type { AgendaActions } from '../board/grid-column.ts'
import type { GridViewProps } from '../grid/AgendaDay.tsx'
import type { AgendaPractitioner } from '../parts/agenda-appointment.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'

/** What the sheet of a month shows and tells. */
export interface AgendaMonthProps
  extends Pick<GridViewProps, 'day' | 'today' | 'parts' | 'working' | 'marked' | 'clock'> {
  practitioners: readonly AgendaPractitioner[]
  /** Days with their counts only: a phone. */
  compact: boolean
  onOpen: AgendaActions['onOpen']
  /** Shows that day by the hour. */
  onDay: (day: CalendarDay) => void
  /** The keyboard left the month. */
  onMonth: (day: CalendarDay) => void
  onBook: (day: CalendarDay) => void
}
