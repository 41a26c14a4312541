import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import type { AppointmentState } from '../../../ui/pills/StatusPill.tsx'
import type { AgendaActions } from '../board/grid-column.ts'
import type { GridViewProps } from '../grid/AgendaDay.tsx'
import { useCardWords } from '../grid/use-card-words.ts'
import type { AgendaAppointment, AgendaPractitioner } from '../parts/agenda-appointment.ts'
import { longDayText, weekText } from '../parts/agenda-text.ts'
import { lastListDay } from '../parts/calendar-day.ts'
import { appointmentStates } from '../parts/card-words.ts'
import styles from './AgendaList.module.css'
import { type ListDay, listDays } from './agenda-list.ts'
import { ListRow, type ListRowAbout } from './ListRow.tsx'
import { useDrawnDays } from './use-drawn-days.ts'

export interface AgendaListProps extends Pick<GridViewProps, 'day' | 'today' | 'parts' | 'marked' | 'clock'> {
  practitioners: readonly AgendaPractitioner[]
  text: string
  state: AppointmentState | undefined
  isLoading: boolean
  onText: (text: string) => void
  onState: (state: AppointmentState | undefined) => void
  onOpen: AgendaActions['onOpen']
  /** What else stands at the end of a row: the way to begin the session. */
  actionOf: (appointment: AgendaAppointment) => ReactNode
  /** What to do where nothing is in the agenda. */
  emptyAction: ReactNode
}

const Filters = ({ text, state, onText, onState }: AgendaListProps) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  return (
    <search className={styles.filters}>
      <TextField
        label={t('list.search')}
        type="search"
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <SelectField
        label={t('list.status')}
        value={state ?? ''}
        onChange={(event) =>
          onState((event.currentTarget.value || undefined) as AppointmentState | undefined)
        }
        options={[
          { value: '', label: t('list.anyStatus') },
          ...appointmentStates.map((one) => ({ value: one, label: t(`calendar:status.${one}`) })),
        ]}
      />
    </search>
  )
}

const Day = ({ listed, isToday, about }: { listed: ListDay; isToday: boolean; about: ListRowAbout }) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const name = longDayText(listed.day, currentLanguage())
  return (
    <li className={styles.day}>
      <h2 className={isToday ? `${styles.dayName} ${styles.today}` : styles.dayName}>
        {isToday ? t('list.today', { day: name }) : name}
        <span>{t('list.entries', { count: listed.entries.length })}</span>
      </h2>
      <ul>
        {listed.entries.map((part) => (
          <ListRow key={part.appointment.id} part={part} about={about} />
        ))}
      </ul>
    </li>
  )
}

interface NothingProps {
  isFiltered: boolean
  first: string
  action: ReactNode
}

const Nothing = ({ isFiltered, first, action }: NothingProps) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const days = weekText(first, lastListDay(first), currentLanguage())
  return (
    <EmptyState
      title={t(isFiltered ? 'list.noneFound' : 'list.none', { days })}
      actions={isFiltered ? undefined : action}
    />
  )
}

/** Four weeks of appointments, one below the other, to be searched. */
export const AgendaList = (props: AgendaListProps) => {
  const {
    day,
    today,
    practitioners,
    parts,
    marked,
    clock,
    text,
    state,
    isLoading,
    onOpen,
    actionOf,
    emptyAction,
  } = props
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const words = useCardWords()
  // Typing stays quick however much is listed.
  const wanted = useDeferredValue(text)
  const days = useMemo(
    () =>
      listDays(
        parts,
        practitioners.map(({ id }) => id),
        day,
        { text: wanted, state },
      ),
    [parts, practitioners, day, wanted, state],
  )
  const about = useMemo((): ListRowAbout => {
    const colors = new Map(practitioners.map(({ id, color }) => [id, color]))
    return {
      clock,
      words,
      marked,
      colorOf: (id) => colors.get(id) ?? 1,
      withPractitioner: practitioners.length > 1,
      onOpen,
      actionOf,
    }
  }, [practitioners, clock, words, marked, onOpen, actionOf])
  const { drawn, end } = useDrawnDays(days, [day, wanted, state].join())
  const total = days.reduce((sum, { entries }) => sum + entries.length, 0)
  const isFiltered = wanted.trim() !== '' || state !== undefined
  return (
    <Card className={styles.frame} aria-label={t('list.label')} data-agenda="">
      <Filters {...props} />
      <p className={styles.total} role="status">
        {isLoading ? t('calendar:loading') : t('list.total', { count: total })}
      </p>
      {total === 0 && !isLoading ? (
        <Nothing isFiltered={isFiltered} first={day} action={emptyAction} />
      ) : null}
      <ol className={styles.days}>
        {drawn.map((listed) => (
          <Day key={listed.day} listed={listed} isToday={listed.day === today} about={about} />
        ))}
        {end ? <li ref={end} className={styles.below} aria-hidden="true" /> : null}
      </ol>
    </Card>
  )
}
