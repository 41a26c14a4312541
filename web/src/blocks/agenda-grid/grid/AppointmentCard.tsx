import { clockText } from '@ulna/contract/clock-text'
import { memo } from 'react'
import { appointmentState, StatusIcon } from '../../../ui/pills/StatusPill.tsx'
import type { PlacedAppointment } from '../board/agenda-board.ts'
import { type CardShape, cardBox, cardShape, laneBox } from '../board/card-shape.ts'
import { type AgendaAppointment, isBlock, isOff } from '../parts/agenda-appointment.ts'
import type { AppointmentMark } from '../parts/agenda-marks.ts'
import { type ClockFormat, clockRange } from '../parts/agenda-text.ts'
import { appointmentName, type CardWords, statusWord } from '../parts/card-words.ts'
import styles from './AppointmentCard.module.css'
import { MarkIcon } from './AppointmentMarks.tsx'

export interface AppointmentCardProps {
  appointment: AgendaAppointment
  start: number
  end: number
  lane: number
  lanes: number
  /** The marks, joined by spaces: a text compares by its content. */
  marks: string
  /** 1 to 4. */
  color: number
  /** Week columns are narrow: the status is an icon and the word stands in the accessible name. */
  dense: boolean
  selected: boolean
  clock: ClockFormat
  words: CardWords
}

const toneOf = (appointment: AgendaAppointment): string | undefined => {
  if (isOff(appointment)) return styles.off
  if (appointment.status === 'attended') return styles.attended
  return isBlock(appointment) ? styles.block : undefined
}

const classOf = ({ appointment, selected }: AppointmentCardProps, shape: CardShape): string =>
  [styles.card, toneOf(appointment), shape === 'line' ? styles.line : '', selected ? styles.selected : '']
    .filter(Boolean)
    .join(' ')

const marksIn = (marks: string): AppointmentMark[] =>
  marks === '' ? [] : (marks.split(' ') as AppointmentMark[])

const labelOf = ({ appointment, start, end, clock, words, marks }: AppointmentCardProps): string =>
  [
    clockRange(start, end, clock),
    appointmentName(appointment, words),
    isBlock(appointment) ? '' : statusWord(appointment, words),
    appointment.status === 'cancelled' ? appointment.cancelReason : '',
    appointment.patientName ? appointment.title : '',
    // The status says already that it came late.
    ...marksIn(marks).map((mark) => (mark === 'late' ? '' : words.marks[mark])),
  ]
    .filter(Boolean)
    .join(', ')

/** How many marks stand on a card; the others are in its accessible name. */
const mostMarks = (dense: boolean, shape: CardShape, lanes: number): number => {
  if (dense) return lanes > 1 ? 0 : 3
  return shape === 'line' ? 2 : 4
}

// Plain functions rather than components: a thousand cards would be thousands of them.
const markIcons = ({ marks, dense, lanes }: AppointmentCardProps, shape: CardShape) =>
  marksIn(marks)
    .slice(0, mostMarks(dense, shape, lanes))
    .map((mark) => <MarkIcon key={mark} mark={mark} />)

// The keyboard has S for it, so this is no control of its own: only the place a pointer may press.
const statusOf = (props: AppointmentCardProps, shape: CardShape) => {
  const { appointment, words, dense } = props
  return (
    <>
      {dense || shape === 'line' ? <span className={styles.marks}>{markIcons(props, shape)}</span> : null}
      <span className={styles.icon}>
        <StatusIcon state={appointmentState(appointment)} size={14} />
      </span>
      {dense ? null : <span>{statusWord(appointment, words)}</span>}
    </>
  )
}

const oneLine = (props: AppointmentCardProps) => (
  <div className={props.dense ? `${styles.row} ${styles.tight}` : styles.row}>
    <span>{clockText(props.start, props.clock)}</span>
    <span className={styles.name}>{appointmentName(props.appointment, props.words)}</span>
    {isBlock(props.appointment) ? null : statusOf(props, 'line')}
  </div>
)

// A slice of a week column is too narrow for the time; its place on the grid and its accessible name say it.
const timeOf = ({ dense, lanes, start, end, clock }: AppointmentCardProps): string => {
  if (lanes === 1) return dense ? clockText(start, clock) : clockRange(start, end, clock)
  return dense ? '' : clockText(start, clock)
}

const reasonOf = ({ appointment, dense, words }: AppointmentCardProps): string | null => {
  if (appointment.patientName && appointment.title) return appointment.title
  return dense && !isBlock(appointment) ? statusWord(appointment, words) : null
}

const lines = (props: AppointmentCardProps, shape: CardShape) => {
  const { appointment, words } = props
  const reason = shape === 'three' ? reasonOf(props) : null
  return (
    <>
      <div className={props.dense ? styles.tight : styles.first}>
        <span>{timeOf(props)}</span>
        {isBlock(appointment) ? null : statusOf(props, shape)}
      </div>
      <div className={styles.second}>
        <span className={styles.name}>{appointmentName(appointment, words)}</span>
        {props.dense ? null : markIcons(props, shape)}
      </div>
      {reason ? <div className={styles.third}>{reason}</div> : null}
    </>
  )
}

/**
 * One appointment on the grid. It holds no state and no listeners: the grid listens for all cards at once
 * and finds them by `data-event`.
 */
export const AppointmentCard = memo((props: AppointmentCardProps) => {
  const { top, height } = cardBox(props.start, props.end)
  const { left, width } = laneBox(props.lane, props.lanes)
  const shape = cardShape(height)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element costs layout on a thousand cards and cannot hold block lines
    <div
      role="button"
      tabIndex={-1}
      data-event={props.appointment.id}
      data-color={props.color}
      className={classOf(props, shape)}
      aria-label={labelOf(props)}
      style={{ top, height, left, width }}
    >
      {shape === 'line' ? oneLine(props) : lines(props, shape)}
    </div>
  )
})
AppointmentCard.displayName = 'AppointmentCard'

export const cardPropsOf = (
  placed: PlacedAppointment,
): Pick<AppointmentCardProps, 'appointment' | 'start' | 'end' | 'lane' | 'lanes'> => ({
  appointment: placed.appointment,
  start: placed.start,
  end: placed.end,
  lane: placed.lane,
  lanes: placed.lanes,
})
