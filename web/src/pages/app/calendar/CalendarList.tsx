import { AgendaList, type AgendaListProps } from '../../../blocks/agenda-grid/list/AgendaList.tsx'
import { startActionOf } from './appointments/StartVisit.tsx'

/** The list, with the way to begin the session at the end of each row. */
export const CalendarList = (props: Omit<AgendaListProps, 'actionOf'>) => (
  <AgendaList {...props} actionOf={startActionOf} />
)
