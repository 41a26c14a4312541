import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/base/class-names.ts'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { ChevronDownIcon } from '../../../ui/icons/shared-icons.tsx'
import { appointmentState, StatusPill } from '../../../ui/pills/StatusPill.tsx'
import type { DayPart } from '../board/agenda-board.ts'
import { anchorOf } from '../board/card-anchor.ts'
import type { AgendaActions } from '../board/grid-column.ts'
import { MarkIcon } from '../grid/AppointmentMarks.tsx'
import { type AgendaAppointment, isBlock, isOff } from '../parts/agenda-appointment.ts'
import { type MarkedAppointments, marksOf } from '../parts/agenda-marks.ts'
import { type ClockFormat, clockRange } from '../parts/agenda-text.ts'
import { appointmentName, type CardWords, statusWord } from '../parts/card-words.ts'
import styles from './AgendaList.module.css'

/** What all rows of the list share. */
export interface ListRowAbout {
  clock: ClockFormat
  words: CardWords
  marked: MarkedAppointments
  colorOf: (doctorId: number) => number
  withPractitioner: boolean
  onOpen: AgendaActions['onOpen']
  actionOf: (appointment: AgendaAppointment) => ReactNode
}

const Marks = ({ appointment, about }: { appointment: AgendaAppointment; about: ListRowAbout }) => {
  const marks = marksOf(appointment, about.marked).filter((mark) => mark !== 'late')
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

const StatusButton = ({ appointment, about }: { appointment: AgendaAppointment; about: ListRowAbout }) => {
  const { t } = useTranslation('agendaViews')
  const word = statusWord(appointment, about.words)
  return (
    <button
      type="button"
      className={styles.status}
      aria-haspopup="dialog"
      aria-label={t('list.changeStatus', { status: word, name: appointmentName(appointment, about.words) })}
      onClick={(press) => about.onOpen(appointment.id, anchorOf(press.currentTarget))}
    >
      <StatusPill state={appointmentState(appointment)} label={word} />
      <ChevronDownIcon size={16} />
    </button>
  )
}

/** One appointment of the list: when, who, why, with whom; its status is a button. */
export const ListRow = memo(({ part, about }: { part: DayPart; about: ListRowAbout }) => {
  const { appointment, start, end } = part
  const details = [
    appointment.patientName ? appointment.title : null,
    about.withPractitioner ? appointment.doctorName : null,
  ]
  const reason = appointment.status === 'cancelled' ? appointment.cancelReason : null
  return (
    <li
      data-color={about.colorOf(appointment.doctorId)}
      className={classNames(styles.row, isOff(appointment) && styles.gone)}
    >
      <button
        type="button"
        className={styles.open}
        data-event={appointment.id}
        onClick={(press) => about.onOpen(appointment.id, anchorOf(press.currentTarget))}
      >
        <span className={styles.time}>{clockRange(start, end, about.clock)}</span>
        <span className={styles.who}>
          <b>{appointmentName(appointment, about.words)}</b>
          <span className={hintClass}>{[...details, reason].filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <Marks appointment={appointment} about={about} />
      <span className={styles.end}>
        {isBlock(appointment) ? null : <StatusButton appointment={appointment} about={about} />}
        {about.actionOf(appointment)}
      </span>
    </li>
  )
})
ListRow.displayName = 'ListRow'
