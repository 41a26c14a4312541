import { clockText } from '@ulna/contract/clock-text'
import { classNames } from '../../../ui/base/class-names.ts'
import { appointmentState, StatusIcon } from '../../../ui/pills/StatusPill.tsx'
import type { DayPart } from '../board/agenda-board.ts'
import { isBlock, isOff } from '../parts/agenda-event.ts'
import { type MarkedEvents, marksOf } from '../parts/agenda-marks.ts'
import type { ClockFormat } from '../parts/agenda-text.ts'
import { type CardWords, eventName, statusWord } from '../parts/card-words.ts'
import styles from './AgendaMonth.module.css'

export interface ChipWords {
  clock: ClockFormat
  words: CardWords
  marked: MarkedEvents
  colorOf: (doctorId: number) => number
}

// A plain function: a month of a busy practice has two hundred of them.
export const monthChip = ({ event, start }: DayPart, line: number, about: ChipWords, isFocused: boolean) => {
  const { clock, words, marked, colorOf } = about
  const name = eventName(event, words)
  const marks = marksOf(event, marked)
    .filter((mark) => mark !== 'late')
    .map((mark) => words.marks[mark])
  const label = [
    clockText(start, clock),
    name,
    event.doctorName,
    isBlock(event) ? '' : statusWord(event, words),
    ...marks,
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a cell of a grid, which owns the keyboard
    <div
      key={event.id}
      role="button"
      tabIndex={isFocused ? 0 : -1}
      data-event={event.id}
      data-line={line}
      data-color={colorOf(event.doctorId)}
      className={classNames(styles.chip, isOff(event) && styles.gone)}
      aria-label={label.filter(Boolean).join(', ')}
    >
      <span>{clockText(start, clock).slice(0, 5)}</span>
      <b>{name}</b>
      {isBlock(event) ? null : <StatusIcon state={appointmentState(event)} size={14} />}
    </div>
  )
}
