import { Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayRange } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'
import type { AgendaActions, FreeSlot } from '../../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { minuteOfClock } from '../../../blocks/agenda-grid/parts/off-hours.ts'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { serverNow } from '../../../i18n/server-clock.ts'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { SpokenNotices } from './appointments/CalendarDialogs.tsx'
import { freeSlotFrom, freeSlotOn, type KnownAgenda } from './appointments/proposed-slot.ts'
import { useAppointmentDialogs } from './appointments/use-appointment-dialogs.tsx'
import { useAskedAppointment, useAskedTool } from './appointments/use-asked-appointment.ts'
import styles from './CalendarPage.module.css'
import type { CalendarPrintProps } from './CalendarPrint.tsx'
import { CalendarViews } from './CalendarViews.tsx'
import { nextVisitOf } from './card/next-visit.ts'
import { useVisitCard } from './card/use-visit-card.tsx'
import { CalendarHead } from './head/CalendarHead.tsx'
import { calendarTitle } from './head/calendar-title.ts'
import { HeadLine } from './head/HeadLine.tsx'
import type { PhoneToolsProps } from './head/PhoneTools.tsx'
import { importPanel, importPhoneTools, importPrint, importTools } from './later-parts.ts'
import type { CalendarPanelProps } from './panel/CalendarPanel.tsx'
import { useWaitList } from './panel/use-wait-list.tsx'
import type { CalendarView } from './parts/calendar-search.ts'
import { eachDay } from './shown-days.ts'
import { type CalendarPageState, useCalendarPage } from './use-calendar-page.ts'
import { useFetchAhead } from './use-fetch-ahead.ts'
import { useGoBack } from './use-go-back.ts'
import { useReturnFocus } from './use-return-focus.ts'

const CalendarPanel = lazyPart(importPanel, 'CalendarPanel')
const PhoneTools = lazyPart(importPhoneTools, 'PhoneTools')
const CalendarDrawer = lazyPart(() => import('./panel/CalendarDrawer.tsx'), 'CalendarDrawer')
const CalendarTools = lazyPart(importTools, 'CalendarTools')
const CalendarPrint = lazyPart(importPrint, 'CalendarPrint')

/** What may be opened from the panel or the head. */
type CalendarTool = 'find' | 'schedules' | 'print'

const NobodyYet = ({ isPending }: { isPending: boolean }) => {
  const { t } = useTranslation('calendar')
  return isPending ? null : <EmptyState level={1} title={t('practitioners.empty')} />
}

/** Says when appointments are on their way, or did not come. */
const LoadState = ({ data }: Pick<CalendarPageState, 'data'>) => {
  const { t } = useTranslation('calendar')
  return (
    <>
      {data.error ? (
        <div className={styles.failed}>
          <LoadFailed title={t('failed.load')} error={data.error} onRetry={data.retry}>
            {t('failed.loadText')}
          </LoadFailed>
        </div>
      ) : null}
      <div role="status">{data.isLoading ? <VisuallyHidden>{t('loading')}</VisuallyHidden> : null}</div>
    </>
  )
}

/** The panel has its place before it is there. */
const SidePanel = (props: CalendarPanelProps) => (
  <Suspense fallback={<div />}>
    <CalendarPanel {...props} />
  </Suspense>
)

/** The tools of the phone have their place before they are there, too. */
const PhoneHead = (props: PhoneToolsProps) => (
  <Suspense fallback={<div className={styles.phoneTools} />}>
    <PhoneTools {...props} />
  </Suspense>
)

/** Books, from wherever the thumb is. */
export const FloatingNew = ({ onNew }: { onNew: () => void }) => {
  const { t } = useTranslation('calendar')
  return (
    <button type="button" className={styles.floating} data-floating aria-label={t('new')} onClick={onNew}>
      <PlusIcon size={24} />
    </button>
  )
}

interface PrintProps extends Omit<CalendarPrintProps, 'title' | 'days'> {
  view: CalendarView
  day: CalendarDay
  range: DayRange
}

const Print = ({ view, day, range, ...print }: PrintProps) => {
  const isSettled = useFetchAhead()
  // The browser's own command may print at any time, and waits for nothing: the code must be there before.
  if (view === 'month' || !(isSettled || print.isAsking)) return null
  return <CalendarPrint {...print} title={calendarTitle(view, day)} days={eachDay(range)} />
}

interface CalendarProps {
  page: CalendarPageState
  detail: AgendaPractitioner
}

const Calendar = ({ page, detail }: CalendarProps) => {
  const { place, practitioners, clock, search, change, show, goTo, isPhone, isWide } = page
  const { today, day, range, view, isTeam, data } = page
  const { events, parts, working, marked, usual, isLoading } = data
  const { shown } = page.people
  const [hasDrawer, setDrawer] = useState(false)
  const [tool, setTool] = useState<CalendarTool>()
  const [text, setText] = useState('')
  const dialogs = useAppointmentDialogs({ place, practitioners, events, onPage: page.page })
  const waitList = useWaitList({
    ...{ place, practitioners, detail },
    usualMinutes: usual.appointmentMinutes,
    onBook: (slot, patient, onBooked) => dialogs.openNew(slot, patient, { onBooked }),
  })
  const card = useVisitCard({
    ...{ place, events, lateCancelHours: usual.lateCancelHours },
    onEdit: dialogs.edit,
    onBookNext: (visit) => dialogs.openNew(...nextVisitOf(visit, place.time, today)),
    onWait: waitList.add,
  })
  // The grid draws its columns again whenever these change.
  const actions = useMemo(
    (): AgendaActions => ({ ...dialogs.actions, onOpen: card.open }),
    [dialogs.actions, card.open],
  )
  const goBack = useGoBack()
  const root = useRef<HTMLDivElement>(null)
  const isCovered = [dialogs.isOpen, hasDrawer, card.isOpen, tool !== undefined, waitList.isOpen].some(
    Boolean,
  )
  useReturnFocus(root, isCovered)

  const known = (): KnownAgenda => {
    const now = place.time.wallOf(serverNow())
    return { doctorId: detail.id, parts, working, now, minutes: usual.appointmentMinutes }
  }
  /** Where a new appointment starts on a day of which no time is free any more: at the hours of work. */
  const startOf = (date: CalendarDay): FreeSlot => {
    const [first] = working.periodsOf(detail.id, date)
    const start = first?.start ?? minuteOfClock(usual.dayStartsAt)
    return { day: date, doctorId: detail.id, start, end: start + usual.appointmentMinutes }
  }
  useAskedAppointment(place.practiceId, search, data.isKnown, (patient) => {
    const slot = freeSlotFrom(known(), day) ?? startOf(day)
    dialogs.openNew(slot, patient, { onLeft: goBack })
    change({ day: slot.day })
  })
  useAskedTool(search, (asked) => {
    if (asked === 'waitList') waitList.showAll()
    else setTool(asked)
    change({})
  })
  const bookOn = (date: CalendarDay) => dialogs.actions.onCreate(freeSlotOn(known(), date) ?? startOf(date))
  const openTool = (next: CalendarTool) => () => {
    setDrawer(false)
    setTool(next)
  }
  const closeTool = () => setTool(undefined)
  const shownIds = shown.map(({ id }) => id)
  const panel: CalendarPanelProps = {
    ...{ view, isTeam, day, today, detail, shown },
    ...{ practitioners, month: page.month },
    hasAppointments: (date) => parts.hasAny(shownIds, date),
    onMonth: page.setMonth,
    onChange: change,
    onFind: openTool('find'),
    onSchedules: openTool('schedules'),
    onWaitList: () => {
      setDrawer(false)
      waitList.showAll()
    },
    onPrint: isPhone && view !== 'month' ? openTool('print') : undefined,
  }
  const grid = {
    ...{ day, today, parts, working, marked, clock },
    time: place.time,
    selectedId: card.id ?? dialogs.selectedId,
    actions,
  }
  return (
    <div ref={root} className={styles.page}>
      <CalendarHead
        {...{ view, day, isPhone, isTeam }}
        line={<HeadLine {...{ view, day, parts, shown, detail, isTeam }} />}
        onTeam={view === 'week' && shown.length > 1 ? (team) => change({ team }) : undefined}
        onView={(next) => change({ view: next })}
        onPage={page.page}
        onToday={() => goTo(today)}
        onNew={() => bookOn(day)}
        onPanel={isWide ? undefined : () => setDrawer(true)}
        onPrint={openTool('print')}
      />
      {isPhone ? (
        <PhoneHead
          {...{ view, day, today, detail }}
          practitioners={shown}
          onDay={goTo}
          onPractitioner={(id) => change({ practitioner: id })}
          onView={(next) => change({ view: next })}
        />
      ) : null}
      <LoadState data={data} />
      <div className={styles.body} aria-busy={isLoading}>
        {isWide ? <SidePanel {...panel} /> : null}
        <div className={styles.grid}>
          <CalendarViews
            {...page.people}
            {...{ view, isTeam, isPhone, detail, isLoading, text, grid }}
            state={search.status}
            onText={setText}
            onChange={show}
            onBook={bookOn}
          />
        </div>
      </div>
      {isPhone ? <FloatingNew onNew={() => bookOn(day)} /> : null}
      <Optional>{hasDrawer ? <CalendarDrawer {...panel} onClose={() => setDrawer(false)} /> : null}</Optional>
      {dialogs.layer}
      {card.layer}
      {waitList.layer}
      <SpokenNotices {...{ place, events }} isCovered={dialogs.isOpen} onSeeFitting={waitList.showFitting} />
      <Optional>
        {tool === 'find' || tool === 'schedules' ? (
          <CalendarTools
            {...{ tool, place, practitioners, detail, day, today, usual }}
            onBook={(slot) => dialogs.openNew(slot, null)}
            onShowDay={(date) => show({ view: 'day', day: date })}
            onClose={closeTool}
          />
        ) : null}
      </Optional>
      {/* What waits for its code hides all that stands in one place with it: a dialog in use must not be. */}
      <Optional>
        <Print
          {...{ view, day, range, parts, clock }}
          practitioners={view === 'week' && !isTeam ? page.people.alone : shown}
          isAsking={tool === 'print'}
          onClose={closeTool}
        />
      </Optional>
    </div>
  )
}

/** The agenda: by the hour for one or all, a month, or a list; with what opens over it. */
export const CalendarPage = () => {
  const page = useCalendarPage()
  const { detail } = page.people
  return detail ? <Calendar page={page} detail={detail} /> : <NobodyYet isPending={page.isPending} />
}
