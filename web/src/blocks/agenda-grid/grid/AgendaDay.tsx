import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { Avatar } from '../../../ui/shell/Avatar.tsx'
import { type DayParts, placeColumn } from '../board/agenda-board.ts'
import type { AgendaActions, GridColumn } from '../board/grid-column.ts'
import type { MenuAnchor } from '../board/menu-anchor.ts'
import type { WorkingTime } from '../board/working-time.ts'
import { type AgendaDoctor, countStanding } from '../parts/agenda-event.ts'
import type { MarkedEvents } from '../parts/agenda-marks.ts'
import { type ClockFormat, clockRange, longDayText } from '../parts/agenda-text.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'
import styles from './AgendaColumns.module.css'
import { AgendaGrid } from './AgendaGrid.tsx'
import { useWorkingWords } from './use-off-words.ts'

/** What every view with hours is given. */
export interface GridViewProps {
  day: CalendarDay
  today: CalendarDay
  parts: DayParts
  working: WorkingTime
  marked: MarkedEvents
  time: ZonedTime
  clock: ClockFormat
  selectedId?: number | undefined
  actions: AgendaActions
  onMenu: (eventId: number, anchor: MenuAnchor) => void
}

export interface AgendaDayProps extends GridViewProps {
  /** The columns, in order. */
  doctors: readonly AgendaDoctor[]
  /** Without the head of columns: the phone shows one practitioner and names them above. */
  bare?: boolean
}

const DoctorHead = ({ doctor, line }: { doctor: AgendaDoctor; line: string }) => (
  <>
    <Avatar name={doctor.fullName} color={doctor.color} />
    <div className={styles.who}>
      <b>{doctor.fullName}</b>
      <span>{line}</span>
    </div>
  </>
)

/** One day, one column per practitioner. */
export const AgendaDay = (props: AgendaDayProps) => {
  const { day, today, doctors, parts, working, marked, time, clock, actions, onMenu } = props
  const { t } = useTranslation('calendar')
  const workingWords = useWorkingWords(clock)
  const dayName = longDayText(day, currentLanguage())
  const hours = useMemo(
    () =>
      working.spanOf(
        doctors.map(({ id }) => id),
        [day],
      ),
    [working, doctors, day],
  )
  const columns = useMemo(
    (): GridColumn[] =>
      doctors.map((doctor) => {
        const placed = placeColumn(parts.of(doctor.id, day))
        const count = t('count', { count: countStanding(placed.map(({ event }) => event)) })
        const periods = working.periodsOf(doctor.id, day)
        const off = working.offOf(doctor.id, day)
        const first = periods[0]
        const last = periods.at(-1)
        const span = first && last ? clockRange(first.start, last.end, clock) : t('off.closed')
        return {
          key: `${doctor.id}`,
          day,
          doctor,
          label: `${doctor.fullName}, ${dayName}, ${count}; ${workingWords(periods, off)}`,
          header: <DoctorHead doctor={doctor} line={`${count} · ${span}`} />,
          isToday: day === today,
          placed,
          off,
        }
      }),
    [doctors, parts, working, day, today, clock, t, dayName, workingWords],
  )
  return (
    <AgendaGrid
      columns={columns}
      marked={marked}
      time={time}
      clock={clock}
      hours={hours}
      leastColumn={doctors.length > 1 ? 168 : 0}
      withHeader={!props.bare}
      label={t('grid.day', { day: dayName })}
      selectedId={props.selectedId}
      actions={actions}
      onMenu={onMenu}
    />
  )
}
