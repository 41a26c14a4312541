import type { Language } from '@ulna/contract/record-class'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import css from './AgendaColumns.module.css'
import { AgendaGrid } from './AgendaGrid.tsx'
import { busyTimes, type DayParts, placeColumn } from './agenda-board.ts'
import { type AgendaDoctor, countStanding, isOff } from './agenda-event.ts'
import { type ClockFormat, longDayText, weekdayName, weekText } from './agenda-text.ts'
import { type CalendarDay, shownWeekDays, weekOf } from './calendar-day.ts'
import type { AgendaActions, GridColumn, Rib } from './grid-column.ts'
import { offHours } from './off-hours.ts'
import type { ZonedTime } from './zoned-time.ts'

export interface AgendaWeekProps {
  /** Any day of the week. */
  day: CalendarDay
  today: CalendarDay
  /** Whose cards are shown in full. */
  doctor: AgendaDoctor
  /** Who is shown as bands beside them. */
  colleagues: readonly AgendaDoctor[]
  parts: DayParts
  time: ZonedTime
  clock: ClockFormat
  hours: { from: number; to: number }
  selectedId?: number | undefined
  actions: AgendaActions
}

const DayHead = ({
  day,
  language,
  line,
  isToday,
}: {
  day: CalendarDay
  language: Language
  line: string
  isToday: boolean
}) => (
  <>
    <div className={isToday ? `${css.date} ${css.today}` : css.date}>
      <span>{weekdayName(day, language, 'short')}</span>
      <b>{Number(day.slice(8))}</b>
    </div>
    <span className={css.count}>{line}</span>
  </>
)

const ribsOf = (colleagues: readonly AgendaDoctor[], parts: DayParts, day: CalendarDay): Rib[] =>
  colleagues.map((doctor) => ({
    doctor,
    busy: busyTimes(parts.of(doctor.id, day).filter(({ event }) => !isOff(event))),
  }))

/** One week of one practitioner in detail, colleagues as ribs: three name columns in 150 px cannot be read (visual.md). */
export const AgendaWeek = (props: AgendaWeekProps) => {
  const { day, today, doctor, colleagues, parts, time, clock, hours, actions } = props
  const { t } = useTranslation('calendar')
  const language = currentLanguage()
  const columns = useMemo((): GridColumn[] => {
    const everybody = [doctor.id, ...colleagues.map(({ id }) => id)]
    const days = shownWeekDays(day, (date) => date === today || parts.hasAny(everybody, date))
    const busyColleagues = colleagues.filter(({ id }) => days.some((date) => parts.hasAny([id], date)))
    return days.map((date) => {
      const placed = placeColumn(parts.of(doctor.id, date))
      const standing = countStanding(placed.map(({ event }) => event))
      return {
        key: date,
        day: date,
        doctor,
        label: `${longDayText(date, language)}, ${doctor.fullName}, ${t('count', { count: standing })}`,
        header: (
          <DayHead
            day={date}
            language={language}
            line={t('countShort', { count: standing })}
            isToday={date === today}
          />
        ),
        isToday: date === today,
        placed,
        off: offHours(hours),
        ribs: ribsOf(busyColleagues, parts, date),
      }
    })
  }, [doctor, colleagues, parts, day, today, hours, t, language])
  const week = weekOf(day)
  return (
    <AgendaGrid
      columns={columns}
      time={time}
      clock={clock}
      hours={hours}
      dense
      leastColumn={112 + colleagues.length * 13}
      label={t('grid.week', {
        week: weekText(week[0] ?? day, week[6] ?? day, language),
        doctor: doctor.fullName,
      })}
      selectedId={props.selectedId}
      actions={actions}
    />
  )
}
