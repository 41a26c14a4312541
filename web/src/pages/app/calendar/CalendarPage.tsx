import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AgendaDay } from '../../../blocks/agenda-grid/AgendaDay.tsx'
import { AgendaWeek } from '../../../blocks/agenda-grid/AgendaWeek.tsx'
import { type DayParts, splitIntoDays } from '../../../blocks/agenda-grid/agenda-board.ts'
import { type AgendaDoctor, countStanding } from '../../../blocks/agenda-grid/agenda-event.ts'
import {
  addDays,
  type CalendarDay,
  monthOf,
  monthsBetween,
  weekOf,
} from '../../../blocks/agenda-grid/calendar-day.ts'
import { type FreeSlot, usualMinutes } from '../../../blocks/agenda-grid/grid-column.ts'
import { WeekStrip } from '../../../blocks/agenda-grid/WeekStrip.tsx'
import { useMonths } from '../../../features/appointments/appointments.queries.ts'
import { useDates } from '../../../i18n/use-dates.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { PlusIcon } from '../../../ui/icons/PlusIcon.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { CalendarDialogs, loadDialogs } from './CalendarDialogs.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import css from './CalendarPage.module.css'
import { CalendarPanel, type CalendarPanelProps } from './CalendarPanel.tsx'
import type { CalendarView } from './calendar-search.ts'
import { useAppointmentDialogs } from './use-appointment-dialogs.ts'
import { useAskedAppointment } from './use-asked-appointment.ts'
import { useAgendaPlace, useCalendarSearch, useShownDoctors } from './use-calendar.ts'
import { useReturnFocus } from './use-return-focus.ts'

const CalendarDrawer = lazy(() =>
  import('./CalendarDrawer.tsx').then((module) => ({ default: module.CalendarDrawer })),
)

const useWidth = () => ({
  isPhone: useMediaQuery('(max-width: 44.99em)', false, { getInitialValueInEffect: false }),
  isWide: useMediaQuery('(min-width: 69em)', true, { getInitialValueInEffect: false }),
})

/** The months of the week on show and of the small month beside it. */
const monthsToLoad = (day: CalendarDay, panelMonth: string): string[] => {
  const week = weekOf(day)
  return [...new Set([...monthsBetween(week[0] ?? day, week[6] ?? day), panelMonth])]
}

const PhoneDoctor = ({
  doctors,
  detail,
  onPick,
}: {
  doctors: readonly AgendaDoctor[]
  detail: AgendaDoctor
  onPick: (id: number) => void
}) => {
  const { t } = useTranslation('calendar')
  if (doctors.length < 2) return null
  return (
    <SelectField
      label={<VisuallyHidden>{t('practitioners.choose')}</VisuallyHidden>}
      className={css.phoneDoctor}
      value={String(detail.id)}
      onChange={(event) => onPick(Number(event.currentTarget.value))}
      options={doctors.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
    />
  )
}

interface PhoneToolsProps {
  day: CalendarDay
  today: CalendarDay
  doctors: readonly AgendaDoctor[]
  detail: AgendaDoctor
  onDay: (day: CalendarDay) => void
  onDoctor: (id: number) => void
}

const NobodyYet = ({ isPending }: { isPending: boolean }) => {
  const { t } = useTranslation('calendar')
  return isPending ? null : <EmptyState level={1} title={t('practitioners.empty')} />
}

const LoadFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation('calendar')
  const action = (
    <button type="button" className={css.retry} onClick={onRetry}>
      {t('failed.retry')}
    </button>
  )
  return (
    <ErrorBanner title={t('failed.load')} action={action}>
      {t('failed.loadText')}
    </ErrorBanner>
  )
}

interface HeadLineProps {
  view: CalendarView
  day: CalendarDay
  parts: DayParts
  shown: readonly AgendaDoctor[]
  detail: AgendaDoctor
}

/** Counts in words under the title. */
const HeadLine = ({ view, day, parts, shown, detail }: HeadLineProps) => {
  const { t } = useTranslation('calendar')
  if (view === 'week') return t(shown.length > 1 ? 'weekHint' : 'weekHintAlone', { name: detail.fullName })
  const events = shown.flatMap(({ id }) => parts.of(id, day)).map(({ event }) => event)
  return t('count', { count: countStanding(events) })
}

const FloatingNew = ({ onNew }: { onNew: () => void }) => {
  const { t } = useTranslation('calendar')
  return (
    <button type="button" className={css.floating} aria-label={t('new')} onClick={onNew}>
      <PlusIcon size={24} />
    </button>
  )
}

const PhoneTools = ({ day, today, doctors, detail, onDay, onDoctor }: PhoneToolsProps) => (
  <div className={css.phoneTools}>
    <WeekStrip selected={day} today={today} onPick={onDay} />
    <PhoneDoctor doctors={doctors} detail={detail} onPick={onDoctor} />
  </div>
)

/** Where a new appointment starts that was not asked for at a place of the grid. */
const firstSlot = (
  day: CalendarDay,
  detail: AgendaDoctor | undefined,
  hours: { from: number },
): FreeSlot => ({
  day,
  doctorId: detail?.id ?? 0,
  start: hours.from,
  end: hours.from + usualMinutes,
})

/** The agenda: day with a column per practitioner, week of one with the team as bands, and a day column on phones. */
export const CalendarPage = () => {
  const { t } = useTranslation('calendar')
  const { place, doctors, isPending, hours, clock } = useAgendaPlace()
  const { search, change } = useCalendarSearch()
  const { isPhone, isWide } = useWidth()
  const today = useDates().today()
  const day = search.day ?? today
  const view = isPhone ? 'day' : (search.view ?? 'day')
  const { shown, detail, alone, colleagues } = useShownDoctors(doctors, search)
  const [month, setMonth] = useState(() => monthOf(day))
  const [hasDrawer, setDrawer] = useState(false)
  const { events, isLoading, isError, retry } = useMonths(place.practiceId, monthsToLoad(day, month))
  const parts = useMemo(() => splitIntoDays(events, place.time), [events, place.time])

  const goTo = (next: CalendarDay) => {
    change({ day: next })
    setMonth(monthOf(next))
  }
  const page = (by: -1 | 1) => goTo(addDays(day, view === 'week' ? by * 7 : by))
  const dialogs = useAppointmentDialogs(place, events, page)
  useEffect(() => loadDialogs(), [])
  const root = useRef<HTMLDivElement>(null)
  useReturnFocus(root, dialogs.isOpen || hasDrawer)
  const usualSlot = firstSlot(day, detail, hours)
  useAskedAppointment(place.practiceId, search, detail !== undefined, (patient) => {
    dialogs.openNew(usualSlot, patient)
    change({})
  })

  if (!detail) return <NobodyYet isPending={isPending} />

  const shownIds = shown.map(({ id }) => id)
  const panel: CalendarPanelProps = {
    view,
    day,
    today,
    month,
    doctors,
    shown,
    detail,
    hasEvents: (date) => parts.hasAny(shownIds, date),
    onMonth: setMonth,
    onChange: change,
  }
  const bookNow = () => dialogs.actions.onCreate(usualSlot)
  const grid = {
    day,
    today,
    parts,
    time: place.time,
    clock,
    hours,
    actions: dialogs.actions,
    selectedId: dialogs.selectedId,
  }
  return (
    <div ref={root} className={css.page}>
      <CalendarHead
        view={view}
        day={day}
        line={<HeadLine view={view} day={day} parts={parts} detail={detail} shown={shown} />}
        isPhone={isPhone}
        onView={(next) => change({ view: next })}
        onPage={page}
        onToday={() => goTo(today)}
        onNew={bookNow}
        onPanel={isWide ? undefined : () => setDrawer(true)}
      />
      {isPhone ? (
        <PhoneTools
          day={day}
          today={today}
          doctors={shown}
          detail={detail}
          onDay={goTo}
          onDoctor={(id) => change({ doctor: id })}
        />
      ) : null}
      {isError ? <LoadFailed onRetry={retry} /> : null}
      <div role="status">{isLoading ? <VisuallyHidden>{t('loading')}</VisuallyHidden> : null}</div>
      <div className={css.body} aria-busy={isLoading}>
        {isWide ? <CalendarPanel {...panel} /> : null}
        <div className={css.grid}>
          {view === 'week' ? (
            <AgendaWeek {...grid} doctor={detail} colleagues={colleagues} />
          ) : (
            <AgendaDay {...grid} doctors={isPhone ? alone : shown} bare={isPhone} />
          )}
        </div>
      </div>
      {isPhone ? <FloatingNew onNew={bookNow} /> : null}
      <Suspense>{hasDrawer ? <CalendarDrawer {...panel} onClose={() => setDrawer(false)} /> : null}</Suspense>
      <CalendarDialogs place={place} doctors={doctors} dialogs={dialogs} />
    </div>
  )
}
