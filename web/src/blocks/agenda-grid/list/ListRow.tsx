import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/base/class-names.ts'
import { ChevronDownIcon } from '../../../ui/icons/shared-icons.tsx'
import { appointmentState, StatusPill } from '../../../ui/pills/StatusPill.tsx'
import type { DayPart } from '../board/agenda-board.ts'
import { anchorOf, type MenuAnchor } from '../board/menu-anchor.ts'
import { MarkIcon } from '../grid/EventMarks.tsx'
import { type AgendaEvent, isBlock, isOff } from '../parts/agenda-event.ts'
import { type MarkedEvents, marksOf } from '../parts/agenda-marks.ts'
import { type ClockFormat, clockRange } from '../parts/agenda-text.ts'
import { type CardWords, eventName, statusWord } from '../parts/card-words.ts'
import styles from './AgendaList.module.css'

/** What all rows of the list share. */
export interface ListRowAbout {
  clock: ClockFormat
  words: CardWords
  marked: MarkedEvents
  colorOf: (doctorId: number) => number
  withPractitioner: boolean
  onOpen: (eventId: number) => void
  onMenu: (eventId: number, anchor: MenuAnchor) => void
  actionOf: (event: AgendaEvent) => ReactNode
}

const Marks = ({ event, about }: { event: AgendaEvent; about: ListRowAbout }) => {
  const marks = marksOf(event, about.marked).filter((mark) => mark !== 'late')
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks}>
      {marks.map((mark) => (
        <li key={mark}>
          <MarkIcon mark={mark} />
          {about.words.marks[mark]}
        </li>
      ))}
    </ul>
  )
}

const StatusButton = ({ event, about }: { event: AgendaEvent; about: ListRowAbout }) => {
  const { t } = useTranslation('agendaViews')
  const word = statusWord(event, about.words)
  return (
    <button
      type="button"
      className={styles.status}
      aria-haspopup="menu"
      aria-label={t('list.changeStatus', { status: word, name: eventName(event, about.words) })}
      onClick={(press) => about.onMenu(event.id, anchorOf(press.currentTarget))}
    >
      <StatusPill state={appointmentState(event)} label={word} />
      <ChevronDownIcon size={16} />
    </button>
  )
}

/** One appointment of the list: when, who, why, with whom; its status is a button. */
export const ListRow = memo(({ part, about }: { part: DayPart; about: ListRowAbout }) => {
  const { event, start, end } = part
  const details = [event.patientName ? event.title : null, about.withPractitioner ? event.doctorName : null]
  const reason = event.status === 'cancelled' ? event.cancelReason : null
  return (
    <li
      data-color={about.colorOf(event.doctorId)}
      className={classNames(styles.row, isOff(event) && styles.gone)}
    >
      <button
        type="button"
        className={styles.open}
        data-event={event.id}
        onClick={() => about.onOpen(event.id)}
      >
        <span className={styles.time}>{clockRange(start, end, about.clock)}</span>
        <span className={styles.who}>
          <b>{eventName(event, about.words)}</b>
          <span className={styles.detail}>{[...details, reason].filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <Marks event={event} about={about} />
      <span className={styles.end}>
        {isBlock(event) ? null : <StatusButton event={event} about={about} />}
        {about.actionOf(event)}
      </span>
    </li>
  )
})
ListRow.displayName = 'ListRow'
