import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useMemo } from 'react'
import type { AgendaPlace } from '../../../features/appointments/agenda/appointments.cache.ts'
import type { FreedTime, FreedTimes } from '../../../features/appointments/agenda/freed-times.ts'
import type { SeriesUndo } from '../../../features/appointments/parts/series-undo.ts'
import { SeriesUndoBar } from '../../../features/appointments/series/SeriesUndoBar.tsx'
import { stillFree } from '../../../features/appointments/still-free.ts'
import { NoticePlace } from '../../../ui/base/NoticeBar.tsx'
import { FreedTimesBar } from './FreedTimesBar.tsx'

export interface CalendarNoticesProps {
  place: AgendaPlace
  undo: SeriesUndo | null
  freed: FreedTimes | null
  /** What stands in the agenda now: a freed time may be taken again. */
  events: readonly Appointment[]
  isCovered: boolean
  onSeeFitting: (times: readonly FreedTime[]) => void
}

/** What stands at the foot of the agenda after something was changed, until it is taken or put away. */
export const CalendarNotices = (props: CalendarNoticesProps) => {
  const { place, undo, freed, events, isCovered, onSeeFitting } = props
  const times = useMemo(() => stillFree(freed?.times ?? [], events), [freed, events])
  return (
    <NoticePlace>
      <FreedTimesBar
        key={`freed ${freed?.id}`}
        practiceId={place.practiceId}
        times={times}
        onSee={onSeeFitting}
      />
      {undo ? <SeriesUndoBar key={undo.id} place={place} undo={undo} isCovered={isCovered} /> : null}
    </NoticePlace>
  )
}
