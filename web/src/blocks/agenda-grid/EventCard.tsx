import { memo } from 'react'
import { RepeatIcon } from '../../ui/icons/RepeatIcon.tsx'
import { type AppointmentState, appointmentState, StatusIcon } from '../../ui/StatusPill.tsx'
import type { PlacedEvent } from './agenda-board.ts'
import { type AgendaEvent, isBlock, isOff, isRepeated } from './agenda-event.ts'
import { type ClockFormat, clockRange, clockText } from './agenda-text.ts'
import { type CardShape, cardBox, cardShape, laneBox } from './card-shape.ts'
import css from './EventCard.module.css'

/** The words every card may need, translated once for all of them. */
export interface CardWords {
  status: Record<AppointmentState, string>
  untitled: string
  repeats: string
}

export interface EventCardProps {
  event: AgendaEvent
  start: number
  end: number
  lane: number
  lanes: number
  /** 1 to 4. */
  color: number
  /** Week columns are narrow: the status is an icon and the word stands in the accessible name. */
  dense: boolean
  selected: boolean
  clock: ClockFormat
  words: CardWords
}

const colors = ['', css.p1, css.p2, css.p3, css.p4]

const toneOf = (event: AgendaEvent): string | undefined => {
  if (isOff(event)) return css.off
  if (event.status === 'attended') return css.attended
  return isBlock(event) ? css.block : undefined
}

const classOf = ({ event, color, selected }: EventCardProps, shape: CardShape): string =>
  [css.card, colors[color], toneOf(event), shape === 'line' ? css.line : '', selected ? css.selected : '']
    .filter(Boolean)
    .join(' ')

/** What a card is called: the patient, else the title of the time kept free. */
export const eventName = (event: Pick<AgendaEvent, 'patientName' | 'title'>, words: CardWords): string =>
  event.patientName ?? event.title ?? words.untitled

const labelOf = ({ event, start, end, clock, words }: EventCardProps): string =>
  [
    clockRange(start, end, clock),
    eventName(event, words),
    isBlock(event) ? '' : words.status[appointmentState(event)],
    event.patientName ? event.title : '',
    isRepeated(event) ? words.repeats : '',
  ]
    .filter(Boolean)
    .join(', ')

// Plain functions rather than components: a thousand cards would be thousands of them.
const statusOf = ({ event, words, dense }: Pick<EventCardProps, 'event' | 'words' | 'dense'>) => {
  const state = appointmentState(event)
  return (
    <>
      <span className={css.icons}>
        {dense && isRepeated(event) ? <RepeatIcon size={14} /> : null}
        <StatusIcon state={state} size={14} />
      </span>
      {dense ? null : <span className={css.word}>{words.status[state]}</span>}
    </>
  )
}

const oneLine = (props: EventCardProps) => (
  <div className={css.row}>
    <span>{clockText(props.start, props.clock)}</span>
    <span className={css.name}>{eventName(props.event, props.words)}</span>
    {isBlock(props.event) ? null : statusOf(props)}
  </div>
)

// A slice of a week column is too narrow for the time; its place on the grid and its accessible name say it.
const timeOf = ({ dense, lanes, start, end, clock }: EventCardProps): string => {
  if (lanes === 1) return dense ? clockText(start, clock) : clockRange(start, end, clock)
  return dense ? '' : clockText(start, clock)
}

const firstLine = (props: EventCardProps) => (
  <div className={css.first}>
    <span>{timeOf(props)}</span>
    {isBlock(props.event) ? null : statusOf(props)}
  </div>
)

const reasonOf = ({ event, dense, words }: EventCardProps): string | null => {
  if (event.patientName && event.title) return event.title
  return dense && !isBlock(event) ? words.status[appointmentState(event)] : null
}

const lines = (props: EventCardProps & { shape: CardShape }) => {
  const { event, words, shape } = props
  const reason = shape === 'three' ? reasonOf(props) : null
  return (
    <>
      {firstLine(props)}
      <div className={css.second}>
        <span className={css.name}>{eventName(event, words)}</span>
        {!props.dense && isRepeated(event) ? <RepeatIcon size={14} /> : null}
      </div>
      {reason ? <div className={css.third}>{reason}</div> : null}
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
      className={classOf(props, shape)}
      aria-label={labelOf(props)}
      style={{ top, height, left, width }}
    >
      {shape === 'line' ? oneLine(props) : lines({ ...props, shape })}
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
