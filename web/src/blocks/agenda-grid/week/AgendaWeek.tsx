import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { busyTimes, type DayParts, placeColumn } from '../board/agenda-board.ts'
import type { GridColumn } from '../board/grid-column.ts'
import type { GridViewProps } from '../grid/AgendaDay.tsx'
import { AgendaGrid } from '../grid/AgendaGrid.tsx'
import { type Rib, RibBands, ribRoom } from '../grid/RibBands.tsx'
import { useWorkingWords } from '../grid/use-off-words.ts'
import { type AgendaPractitioner, countStanding, isOff } from '../parts/agenda-appointment.ts'
import { longDayText, weekText } from '../parts/agenda-text.ts'
import { type CalendarDay, shownWeekDays, weekOf } from '../parts/calendar-day.ts'
import { DayHead } from './DayHead.tsx'

export interface AgendaWeekProps extends GridViewProps {
  /** Whose cards are shown in full. */
  practitioner: AgendaPractitioner
  /** Who is shown as bands beside them. */
  colleagues: readonly AgendaPractitioner[]
}

const ribsOf = (colleagues: readonly AgendaPractitioner[], parts: DayParts, day: CalendarDay): Rib[] =>
  colleagues.map((practitioner) => ({
    practitioner: practitioner,
    busy: busyTimes(parts.of(practitioner.id, day).filter(({ appointment }) => !isOff(appointment))),
  }))

/** One week of one practitioner in detail, colleagues as ribs: three name columns in 150 px cannot be read (visual.md). */
export const AgendaWeek = (props: AgendaWeekProps) => {
  const { day, today, practitioner, colleagues, parts, working, marked, time, clock, actions } = props
  const { t } = useTranslation('calendar')
  const language = currentLanguage()
  const workingWords = useWorkingWords(clock)
  const hours = useMemo(() => working.spanOf([practitioner.id], weekOf(day)), [working, practitioner, day])
  const columns = useMemo((): GridColumn[] => {
    const everybody = [practitioner.id, ...colleagues.map(({ id }) => id)]
    const days = shownWeekDays(
      day,
      (date) =>
        date === today ||
        parts.hasAny(everybody, date) ||
        everybody.some((id) => working.periodsOf(id, date).length > 0),
    )
    const busyColleagues = colleagues.filter(({ id }) => days.some((date) => parts.hasAny([id], date)))
    return days.map((date) => {
      const placed = placeColumn(parts.of(practitioner.id, date))
      const standing = countStanding(placed.map(({ appointment }) => appointment))
      const off = working.offOf(practitioner.id, date)
      const works = workingWords(working.periodsOf(practitioner.id, date), off)
      return {
        key: date,
        day: date,
        practitioner,
        label: `${longDayText(date, language)}, ${practitioner.fullName}, ${t('count', { count: standing })}; ${works}`,
        header: <DayHead day={date} line={t('countShort', { count: standing })} isToday={date === today} />,
        isToday: date === today,
        placed,
        off,
        usualMinutes: working.usualMinutes,
        aside: {
          content: (
            <RibBands ribs={ribsOf(busyColleagues, parts, date)} clock={clock} freeWord={t('rib.free')} />
          ),
          room: ribRoom(busyColleagues.length),
        },
      }
    })
  }, [practitioner, colleagues, parts, working, day, today, clock, t, language, workingWords])
  const week = weekOf(day)
  return (
    <AgendaGrid
      columns={columns}
      marked={marked}
      time={time}
      clock={clock}
      hours={hours}
      dense
      leastColumn={112 + colleagues.length * 13}
      label={t('grid.week', {
        week: weekText(week[0] ?? day, week[6] ?? day, language),
        practitioner: practitioner.fullName,
      })}
      selectedId={props.selectedId}
      actions={actions}
    />
  )
}
