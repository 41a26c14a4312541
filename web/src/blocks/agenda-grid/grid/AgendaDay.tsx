import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { Avatar, initialsOfPerson } from '../../../ui/shell/Avatar.tsx'
import { type DayParts, placeColumn } from '../board/agenda-board.ts'
import type { AgendaActions, GridColumn } from '../board/grid-column.ts'
import type { WorkingTime } from '../board/working-time.ts'
import { type AgendaPractitioner, countStanding } from '../parts/agenda-appointment.ts'
import type { MarkedAppointments } from '../parts/agenda-marks.ts'
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
  marked: MarkedAppointments
  time: ZonedTime
  clock: ClockFormat
  selectedId?: number | undefined
  actions: AgendaActions
}

export interface AgendaDayProps extends GridViewProps {
  /** The columns, in order. */
  practitioners: readonly AgendaPractitioner[]
  /** Whether the head of columns is left out: the phone shows one practitioner and names them above. */
  bare?: boolean
}

interface PractitionerHeadProps {
  practitioner: AgendaPractitioner
  count: string
  span: string
}

const PractitionerHead = ({ practitioner, count, span }: PractitionerHeadProps) => (
  <>
    <Avatar
      name={practitioner.fullName}
      initials={initialsOfPerson(practitioner)}
      color={practitioner.color}
    />
    <div className={styles.who}>
      <b>{practitioner.fullName}</b>
      <span className={styles.day}>
        <span>{count}</span>
        <span>{span}</span>
      </span>
    </div>
  </>
)

/** One day, one column per practitioner. */
export const AgendaDay = (props: AgendaDayProps) => {
  const { day, today, practitioners, parts, working, marked, time, clock, actions } = props
  const { t } = useTranslation('calendar')
  const workingWords = useWorkingWords(clock)
  const dayName = longDayText(day, currentLanguage())
  const hours = useMemo(
    () =>
      working.spanOf(
        practitioners.map(({ id }) => id),
        [day],
      ),
    [working, practitioners, day],
  )
  const columns = useMemo(
    (): GridColumn[] =>
      practitioners.map((practitioner) => {
        const placed = placeColumn(parts.of(practitioner.id, day))
        const count = t('count', { count: countStanding(placed.map(({ appointment }) => appointment)) })
        const periods = working.periodsOf(practitioner.id, day)
        const off = working.offOf(practitioner.id, day)
        const first = periods[0]
        const last = periods.at(-1)
        const span = first && last ? clockRange(first.start, last.end, clock) : t('off.closed')
        return {
          key: `${practitioner.id}`,
          day,
          practitioner: practitioner,
          label: `${practitioner.fullName}, ${dayName}, ${count}; ${workingWords(periods, off)}`,
          header: <PractitionerHead practitioner={practitioner} count={count} span={span} />,
          isToday: day === today,
          placed,
          off,
          usualMinutes: working.usualMinutes,
        }
      }),
    [practitioners, parts, working, day, today, clock, t, dayName, workingWords],
  )
  return (
    <AgendaGrid
      columns={columns}
      marked={marked}
      time={time}
      clock={clock}
      hours={hours}
      leastColumn={practitioners.length > 1 ? 168 : 0}
      withHeader={!props.bare}
      label={t('grid.day', { day: dayName })}
      selectedId={props.selectedId}
      actions={actions}
    />
  )
}
