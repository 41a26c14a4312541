import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import css from './AgendaColumns.module.css'
import { AgendaGrid } from './AgendaGrid.tsx'
import { type DayParts, placeColumn } from './agenda-board.ts'
import { type AgendaDoctor, countStanding } from './agenda-event.ts'
import { type ClockFormat, clockRange, longDayText } from './agenda-text.ts'
import type { CalendarDay } from './calendar-day.ts'
import type { AgendaActions, GridColumn } from './grid-column.ts'
import { offHours } from './off-hours.ts'
import type { ZonedTime } from './zoned-time.ts'

export interface AgendaDayProps {
  day: CalendarDay
  today: CalendarDay
  /** The columns, in order. */
  doctors: readonly AgendaDoctor[]
  parts: DayParts
  time: ZonedTime
  clock: ClockFormat
  /** Working hours in minutes. */
  hours: { from: number; to: number }
  selectedId?: number | undefined
  /** Without the head of columns: the phone shows one practitioner and names them above. */
  bare?: boolean
  actions: AgendaActions
}

const DoctorHead = ({ doctor, line }: { doctor: AgendaDoctor; line: string }) => (
  <>
    <Avatar name={doctor.fullName} color={doctor.color} />
    <div className={css.who}>
      <b>{doctor.fullName}</b>
      <span>{line}</span>
    </div>
  </>
)

/** One day, one column per practitioner. */
export const AgendaDay = (props: AgendaDayProps) => {
  const { day, today, doctors, parts, time, clock, hours, actions } = props
  const { t } = useTranslation('calendar')
  const dayName = longDayText(day, currentLanguage())
  const columns = useMemo(
    (): GridColumn[] =>
      doctors.map((doctor) => {
        const placed = placeColumn(parts.of(doctor.id, day))
        const count = t('count', { count: countStanding(placed.map(({ event }) => event)) })
        return {
          key: `${doctor.id}`,
          day,
          doctor,
          label: `${doctor.fullName}, ${dayName}, ${count}`,
          header: (
            <DoctorHead doctor={doctor} line={`${count} · ${clockRange(hours.from, hours.to, clock)}`} />
          ),
          isToday: day === today,
          placed,
          off: offHours(hours),
          ribs: [],
        }
      }),
    [doctors, parts, day, today, hours, clock, t, dayName],
  )
  return (
    <AgendaGrid
      columns={columns}
      time={time}
      clock={clock}
      hours={hours}
      leastColumn={doctors.length > 1 ? 168 : 0}
      withHeader={!props.bare}
      label={t('grid.day', { day: dayName })}
      selectedId={props.selectedId}
      actions={actions}
    />
  )
}
