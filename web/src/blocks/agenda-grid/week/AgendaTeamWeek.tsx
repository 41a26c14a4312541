import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { Avatar, initialsOfPerson } from '../../../ui/shell/Avatar.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { placeColumn } from '../board/agenda-board.ts'
import type { ColumnGroup, GridColumn } from '../board/grid-column.ts'
import styles from '../grid/AgendaColumns.module.css'
import type { GridViewProps } from '../grid/AgendaDay.tsx'
import { AgendaGrid } from '../grid/AgendaGrid.tsx'
import { useWorkingWords } from '../grid/use-off-words.ts'
import { type AgendaPractitioner, countStanding } from '../parts/agenda-appointment.ts'
import { longDayText, weekText } from '../parts/agenda-text.ts'
import { shownWeekDays, weekOf } from '../parts/calendar-day.ts'
import { DayHead } from './DayHead.tsx'

export interface AgendaTeamWeekProps extends GridViewProps {
  /** The columns of each day, in order. */
  practitioners: readonly AgendaPractitioner[]
}

/** Narrower, and the names of patients are no more than their first letters. */
const leastColumn = 104

const PractitionerHead = ({ practitioner, count }: { practitioner: AgendaPractitioner; count: number }) => (
  <>
    <Avatar
      name={practitioner.fullName}
      initials={initialsOfPerson(practitioner)}
      color={practitioner.color}
      size={28}
    />
    <VisuallyHidden>{practitioner.fullName}</VisuallyHidden>
    <span className={styles.count}>{count}</span>
  </>
)

/** One week of the whole team: each day has a column per practitioner, and the grid scrolls sideways. */
export const AgendaTeamWeek = (props: AgendaTeamWeekProps) => {
  const { day, today, practitioners, parts, working, marked, time, clock, actions } = props
  const { t } = useTranslation('calendar')
  const language = currentLanguage()
  const workingWords = useWorkingWords(clock)
  const ids = useMemo(() => practitioners.map(({ id }) => id), [practitioners])
  const days = useMemo(
    () =>
      shownWeekDays(
        day,
        (date) =>
          date === today ||
          parts.hasAny(ids, date) ||
          ids.some((id) => working.periodsOf(id, date).length > 0),
      ),
    [day, today, parts, ids, working],
  )
  const hours = useMemo(() => working.spanOf(ids, days), [working, ids, days])
  const columns = useMemo(
    (): GridColumn[] =>
      days.flatMap((date) =>
        practitioners.map((practitioner) => {
          const placed = placeColumn(parts.of(practitioner.id, date))
          const standing = countStanding(placed.map(({ appointment }) => appointment))
          const off = working.offOf(practitioner.id, date)
          const works = workingWords(working.periodsOf(practitioner.id, date), off)
          return {
            key: `${date}/${practitioner.id}`,
            day: date,
            practitioner: practitioner,
            label: `${longDayText(date, language)}, ${practitioner.fullName}, ${t('count', { count: standing })}; ${works}`,
            header: <PractitionerHead practitioner={practitioner} count={standing} />,
            isToday: date === today,
            placed,
            off,
            usualMinutes: working.usualMinutes,
          }
        }),
      ),
    [days, practitioners, parts, working, today, t, language, workingWords],
  )
  const groups = useMemo(
    (): ColumnGroup[] =>
      days.map((date) => {
        const appointments = ids.flatMap((id) => parts.of(id, date)).map(({ appointment }) => appointment)
        const line = t('countShort', { count: countStanding(appointments) })
        return {
          key: date,
          columns: practitioners.length,
          header: <DayHead day={date} line={line} isToday={date === today} />,
          isToday: date === today,
        }
      }),
    [days, practitioners, ids, parts, today, t],
  )
  const week = weekOf(day)
  return (
    <AgendaGrid
      columns={columns}
      groups={groups}
      marked={marked}
      time={time}
      clock={clock}
      hours={hours}
      dense
      leastColumn={leastColumn}
      label={t('grid.teamWeek', { week: weekText(week[0] ?? day, week[6] ?? day, language) })}
      selectedId={props.selectedId}
      actions={actions}
    />
  )
}
