import type { AgendaPlace } from '../../../features/appointments/appointments.cache.ts'
import { SeriesUndoBar } from '../../../features/appointments/series/SeriesUndoBar.tsx'
import type { SeriesUndo } from '../../../features/appointments/series/series-undo.ts'
import { NoticePlace } from '../../../ui/NoticeBar.tsx'
import { FreedTimesBar } from './FreedTimesBar.tsx'
import type { useWaitList } from './use-wait-list.ts'

export interface CalendarNoticesProps {
  place: AgendaPlace
  undo: SeriesUndo | null
  freed: ReturnType<typeof useWaitList>['freed']
  isCovered: boolean
  onSeeFitting: ReturnType<typeof useWaitList>['showFitting']
}

/** What stands at the foot of the agenda after something was changed, until it is taken or put away. */
export const CalendarNotices = ({ place, undo, freed, isCovered, onSeeFitting }: CalendarNoticesProps) => (
  <NoticePlace>
    <FreedTimesBar
      key={`freed ${freed.id}`}
      practiceId={place.practiceId}
      times={freed.times}
      onSee={onSeeFitting}
    />
    {undo ? <SeriesUndoBar key={undo.id} place={place} undo={undo} isCovered={isCovered} /> : null}
  </NoticePlace>
)
