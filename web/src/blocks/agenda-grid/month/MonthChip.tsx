import { clockText } from '@ulna/contract/clock-text'
import { classNames } from '../../../ui/base/class-names.ts'
import { appointmentState, StatusIcon } from '../../../ui/pills/StatusPill.tsx'
import type { DayPart } from '../board/agenda-board.ts'
import { isBlock, isOff } from '../parts/agenda-appointment.ts'
import { type MarkedAppointments, marksOf } from '../parts/agenda-marks.ts'
import type { ClockFormat } from '../parts/agenda-text.ts'
import { appointmentName, type CardWords, statusWord } from '../parts/card-words.ts'
import styles from './AgendaMonth.module.css'

export interface ChipWords {
  clock: ClockFormat
  words: CardWords
  marked: MarkedAppointments
  colorOf: (doctorId: number) => number
}

// A plain function: a month of a busy practice has two hundred of them.
export const monthChip = (
  { appointment, start }: DayPart,
  line: number,
  about: ChipWords,
  isFocused: boolean,
) => {
  const { clock, words, marked, colorOf } = about
  const name = appointmentName(appointment, words)
  const marks = marksOf(appointment, marked)
    .filter((mark) => mark !== 'late')
    .map((mark) => words.marks[mark])
  const label = [
    clockText(start, clock),
    name,
    appointment.doctorName,
    isBlock(appointment) ? '' : statusWord(appointment, words),
    ...marks,
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a cell of a grid, which owns the keyboard
    <div
      key={appointment.id}
      role="button"
      tabIndex={isFocused ? 0 : -1}
      data-event={appointment.id}
      data-line={line}
      data-color={colorOf(appointment.doctorId)}
      className={classNames(styles.chip, isOff(appointment) && styles.gone)}
      aria-label={label.filter(Boolean).join(', ')}
    >
      <span>{clockText(start, clock).slice(0, 5)}</span>
      <b>{name}</b>
      {isBlock(appointment) ? null : <StatusIcon state={appointmentState(appointment)} size={14} />}
    </div>
  )
}
