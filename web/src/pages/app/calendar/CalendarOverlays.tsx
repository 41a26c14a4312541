import { usualMinutes } from '../../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import { CalendarDialogs } from './appointments/CalendarDialogs.tsx'
import type { useAppointmentDialogs } from './appointments/use-appointment-dialogs.ts'
import type { useAppointmentMenu } from './appointments/use-appointment-menu.ts'
import { calendarTitle } from './head/calendar-title.ts'
import { importMenu, importPrint, importTools, importWaitList } from './later-parts.ts'
import type { CalendarPanelProps } from './panel/CalendarPanel.tsx'
import type { useWaitList } from './panel/use-wait-list.ts'
import { eachDay } from './shown-days.ts'
import type { CalendarPageState } from './use-calendar-page.ts'
import { useFetchAhead } from './use-fetch-ahead.ts'

const CalendarDrawer = lazyPart(() => import('./panel/CalendarDrawer.tsx'), 'CalendarDrawer')
const CalendarTools = lazyPart(importTools, 'CalendarTools')
const AppointmentMenuHost = lazyPart(importMenu, 'AppointmentMenuHost')
const CalendarWaitList = lazyPart(importWaitList, 'CalendarWaitList')
const CalendarPrint = lazyPart(importPrint, 'CalendarPrint')

/** What may be opened from the panel or the head. */
export type CalendarTool = 'find' | 'schedules' | 'print'

export interface CalendarOverlaysProps {
  page: CalendarPageState
  detail: AgendaPractitioner
  dialogs: ReturnType<typeof useAppointmentDialogs>
  menu: ReturnType<typeof useAppointmentMenu>
  waitList: ReturnType<typeof useWaitList>
  tool: CalendarTool | undefined
  onTool: (tool: CalendarTool | undefined) => void
  /** The side panel, where it lies over the grid. */
  panel: CalendarPanelProps | undefined
  onPanel: (isOpen: boolean) => void
}

/** Whose printed agenda the view stands for. */
const printedPractitioners = ({ view, isTeam, people }: CalendarPageState): readonly AgendaPractitioner[] =>
  view === 'week' && !isTeam ? people.alone : people.shown

const Print = ({ page, tool, onTool }: Pick<CalendarOverlaysProps, 'page' | 'tool' | 'onTool'>) => {
  const isSettled = useFetchAhead()
  const { view, day, range, data, clock } = page
  const isAsking = tool === 'print'
  // The browser's own command may print at any time, and waits for nothing: the code must be there before.
  if (view === 'month' || !(isSettled || isAsking)) return null
  return (
    <CalendarPrint
      parts={data.parts}
      clock={clock}
      title={calendarTitle(view, day)}
      days={eachDay(range)}
      practitioners={printedPractitioners(page)}
      isAsking={isAsking}
      onClose={() => onTool(undefined)}
    />
  )
}

const Tools = ({ page, detail, dialogs, tool, onTool }: CalendarOverlaysProps) => {
  const { place, practitioners, day, today, data, show } = page
  if (tool !== 'find' && tool !== 'schedules') return null
  return (
    <CalendarTools
      {...{ tool, place, practitioners, detail, day, today }}
      usual={data.usual}
      onBook={(slot) => dialogs.openNew(slot, null)}
      onShowDay={(date) => show({ view: 'day', day: date })}
      onClose={() => onTool(undefined)}
    />
  )
}

const Waiting = ({ page, detail, dialogs, waitList }: CalendarOverlaysProps) => {
  const { place, practitioners, data } = page
  const { view, close } = waitList
  if (!view) return null
  return (
    <CalendarWaitList
      {...{ place, practitioners, detail, view }}
      usualMinutes={data.usual.appointmentMinutes ?? usualMinutes}
      onBook={dialogs.openNew}
      onClose={close}
    />
  )
}

/** Everything that opens over the agenda. */
export const CalendarOverlays = (props: CalendarOverlaysProps) => {
  const { page, dialogs, menu, waitList, panel, onPanel } = props
  const { place, practitioners, data } = page
  return (
    <>
      <Optional>{panel ? <CalendarDrawer {...panel} onClose={() => onPanel(false)} /> : null}</Optional>
      <CalendarDialogs place={place} practitioners={practitioners} dialogs={dialogs} waitList={waitList} />
      <Optional>
        {menu.isOpen ? (
          <AppointmentMenuHost
            place={place}
            menu={menu}
            lateCancelHours={data.usual.lateCancelHours}
            onOpen={dialogs.actions.onOpen}
            onWait={waitList.add}
          />
        ) : null}
      </Optional>
      <Optional>
        <Tools {...props} />
      </Optional>
      <Optional>
        <Waiting {...props} />
      </Optional>
      <Optional>
        <Print {...props} />
      </Optional>
    </>
  )
}
