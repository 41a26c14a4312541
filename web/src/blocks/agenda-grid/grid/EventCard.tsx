import { clockText } from '@ulna/contract/clock-text'
import { memo } from 'react'
import { appointmentState, StatusIcon } from '../../../ui/pills/StatusPill.tsx'
import type { PlacedEvent } from '../board/agenda-board.ts'
import { type CardShape, cardBox, cardShape, laneBox } from '../board/card-shape.ts'
import { type AgendaEvent, isBlock, isOff } from '../parts/agenda-event.ts'
import type { EventMark } from '../parts/agenda-marks.ts'
import { type ClockFormat, clockRange } from '../parts/agenda-text.ts'
import { type CardWords, eventName, statusWord } from '../parts/card-words.ts'
import styles from './EventCard.module.css'
import { MarkIcon } from './EventMarks.tsx'

export interface EventCardProps {
  event: AgendaEvent
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

const toneOf = (event: AgendaEvent): string | undefined => {
  if (isOff(event)) return styles.off
  if (event.status === 'attended') return styles.attended
  return isBlock(event) ? styles.block : undefined
}

const classOf = ({ event, selected }: EventCardProps, shape: CardShape): string =>
  [styles.card, toneOf(event), shape === 'line' ? styles.line : '', selected ? styles.selected : '']
    .filter(Boolean)
    .join(' ')

const marksIn = (marks: string): EventMark[] => (marks === '' ? [] : (marks.split(' ') as EventMark[]))

const labelOf = ({ event, start, end, clock, words, marks }: EventCardProps): string =>
  [
    clockRange(start, end, clock),
    eventName(event, words),
    isBlock(event) ? '' : statusWord(event, words),
    event.status === 'cancelled' ? event.cancelReason : '',
    event.patientName ? event.title : '',
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
const markIcons = ({ marks, dense, lanes }: EventCardProps, shape: CardShape) =>
  marksIn(marks)
    .slice(0, mostMarks(dense, shape, lanes))
    .map((mark) => <MarkIcon key={mark} mark={mark} />)

// The keyboard has S for it, so this is no control of its own: only the place a pointer may press.
const statusOf = (props: EventCardProps, shape: CardShape) => {
  const { event, words, dense } = props
  return (
    <>
      {dense || shape === 'line' ? <span className={styles.marks}>{markIcons(props, shape)}</span> : null}
      <span className={styles.icon} data-status="">
        <StatusIcon state={appointmentState(event)} size={14} />
      </span>
      {dense ? null : (
        <span className={styles.word} data-status="">
          {statusWord(event, words)}
        </span>
      )}
    </>
  )
}

const oneLine = (props: EventCardProps) => (
  <div className={props.dense ? `${styles.row} ${styles.tight}` : styles.row}>
    <span>{clockText(props.start, props.clock)}</span>
    <span className={styles.name}>{eventName(props.event, props.words)}</span>
    {isBlock(props.event) ? null : statusOf(props, 'line')}
  </div>
)

// A slice of a week column is too narrow for the time; its place on the grid and its accessible name say it.
const timeOf = ({ dense, lanes, start, end, clock }: EventCardProps): string => {
  if (lanes === 1) return dense ? clockText(start, clock) : clockRange(start, end, clock)
  return dense ? '' : clockText(start, clock)
}

const reasonOf = ({ event, dense, words }: EventCardProps): string | null => {
  if (event.patientName && event.title) return event.title
  return dense && !isBlock(event) ? statusWord(event, words) : null
}

const lines = (props: EventCardProps, shape: CardShape) => {
  const { event, words } = props
  const reason = shape === 'three' ? reasonOf(props) : null
  return (
    <>
      <div className={props.dense ? styles.tight : styles.first}>
        <span>{timeOf(props)}</span>
        {isBlock(event) ? null : statusOf(props, shape)}
      </div>
      <div className={styles.second}>
        <span className={styles.name}>{eventName(event, words)}</span>
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
export const EventCard = memo((props: EventCardProps) => {
  const { top, height } = cardBox(props.start, props.end)
  const { left, width } = laneBox(props.lane, props.lanes)
  const shape = cardShape(height)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element costs layout on a thousand cards and cannot hold block lines
    <div
      role="button"
      tabIndex={-1}
      data-event={props.event.id}
      data-color={props.color}
      className={classOf(props, shape)}
      aria-label={labelOf(props)}
      style={{ top, height, left, width }}
    >
      {shape === 'line' ? oneLine(props) : lines(props, shape)}
    </div>
  )
})
EventCard.displayName = 'EventCard'

export const cardPropsOf = (
  placed: PlacedEvent,
): Pick<EventCardProps, 'event' | 'start' | 'end' | 'lane' | 'lanes'> => ({
  event: placed.event,
  start: placed.start,
  end: placed.end,
  lane: placed.lane,
  lanes: placed.lanes,
})
