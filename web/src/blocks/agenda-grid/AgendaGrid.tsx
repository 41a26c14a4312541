import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import css from './AgendaGrid.module.css'
import { type ClockFormat, clockRange, clockText, hourText, longDayText } from './agenda-text.ts'
import { hourHeight, topOf } from './card-shape.ts'
import { type CardWords, eventName } from './EventCard.tsx'
import { GridColumnView } from './GridColumnView.tsx'
import {
  type AgendaActions,
  type Ghost,
  type GridColumn,
  moveOf,
  slotOf,
  usualMinutes,
} from './grid-column.ts'
import { minutesPerDay } from './hit-test.ts'
import type { AgendaFocus, Carried } from './keyboard-moves.ts'
import { NowLine } from './NowLine.tsx'
import { nowPlace } from './now-line.ts'
import { firstShownMinute } from './off-hours.ts'
import { appointmentStates } from './StatusLegend.tsx'
import { useGridDrag } from './use-grid-drag.ts'
import { useGridKeyboard } from './use-grid-keyboard.ts'
import type { ZonedTime } from './zoned-time.ts'

export interface AgendaGridProps {
  columns: readonly GridColumn[]
  time: ZonedTime
  clock: ClockFormat
  /** Working hours in minutes of the wall clock. */
  hours: { from: number; to: number }
  /** Narrow columns: start times and status icons only. */
  dense?: boolean
  /** Fewest pixels of a column before the grid scrolls sideways. */
  leastColumn?: number
  withHeader?: boolean
  label: string
  selectedId?: number | undefined
  actions: AgendaActions
}

const Gutter = memo(({ clock }: { clock: ClockFormat }) => (
  <div className={css.gutter} aria-hidden="true">
    {Array.from({ length: 23 }, (_, index) => (
      <b key={topOf((index + 1) * 60)} style={{ top: topOf((index + 1) * 60) }}>
        {hourText((index + 1) * 60, clock)}
      </b>
    ))}
  </div>
))
Gutter.displayName = 'Gutter'

const useCardWords = (): CardWords => {
  const { t } = useTranslation('calendar')
  return useMemo(
    () => ({
      status: Object.fromEntries(
        appointmentStates.map((status) => [status, t(`status.${status}`)]),
      ) as CardWords['status'],
      untitled: t('event.untitled'),
      repeats: t('event.repeats'),
    }),
    [t],
  )
}

/** Left edge and width of a column as CSS, whatever the width of the grid. */
const columnBox = (column: number, count: number): CSSProperties => ({
  left: `calc(var(--gutter) + (100% - var(--gutter)) * ${column / count})`,
  width: `calc((100% - var(--gutter)) * ${1 / count} - 8px)`,
})

const GhostCard = ({
  ghost,
  count,
  name,
  clock,
}: {
  ghost: Ghost
  count: number
  name: string
  clock: ClockFormat
}) => (
  <div
    className={css.ghost}
    data-ghost=""
    role="img"
    tabIndex={-1}
    aria-label={`${name}, ${clockRange(ghost.start, ghost.end, clock)}`}
    style={{
      ...columnBox(ghost.column, count),
      top: topOf(ghost.start),
      height: Math.max(topOf(ghost.end - ghost.start), 22),
    }}
  >
    <b>{name}</b>
    {clockRange(ghost.start, ghost.end, clock)}
  </div>
)

const SlotCursor = ({
  focus,
  columns,
  clock,
}: {
  focus: AgendaFocus
  columns: readonly GridColumn[]
  clock: ClockFormat
}) => {
  const { t } = useTranslation('calendar')
  const column = columns[focus.column]
  const minute = focus.kind === 'slot' ? focus.minute : 0
  const label = column
    ? t('slot.label', {
        time: clockText(minute, clock),
        day: longDayText(column.day, currentLanguage()),
        doctor: column.doctor.fullName,
      })
    : ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is placed like a card and has no look of its own
    <div
      role="button"
      data-slot=""
      tabIndex={-1}
      hidden={focus.kind !== 'slot'}
      className={css.slot}
      aria-label={label}
      style={{ ...columnBox(focus.column, columns.length), top: topOf(minute), height: topOf(30) }}
    >
      <span className={css.slotText}>{t('slot.hint', { time: clockText(minute, clock) })}</span>
    </div>
  )
}

const carriedGhost = (carried: Carried): Ghost => ({
  kind: carried.resized ? 'resize' : 'move',
  column: carried.column,
  start: carried.start,
  end: carried.end,
  eventId: carried.id,
})

const earliestOf = (columns: readonly GridColumn[]): number | undefined => {
  const starts = columns.flatMap(({ placed }) => placed.slice(0, 1).map(({ start }) => start))
  return starts.length > 0 ? Math.min(...starts) : undefined
}

/** Scrolls to the working day, or to the current time, whenever other days are shown. */
const useFirstScroll = ({ columns, time, hours }: AgendaGridProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const days = columns.map(({ day }) => day).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other days may move the view; new events must not
  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    const now = nowPlace(Date.now(), days.split(','), time)
    const minute = firstShownMinute({
      workStarts: hours.from,
      earliestEvent: earliestOf(columns),
      now: now?.minute,
      shownMinutes: ((view.clientHeight - 60) / hourHeight) * 60,
    })
    // A little above, so that the hour stands whole in the gutter.
    view.scrollTop = topOf(minute) - 9
  }, [days, time, hours.from])
  return scroller
}

/** Names of events seen so far: a carried card keeps its name while other days are on the screen. */
const useEventNames = (columns: readonly GridColumn[], words: CardWords) => {
  const carriedName = useRef('')
  return useCallback(
    (id: number | null): string => {
      for (const { placed } of columns) {
        const found = placed.find(({ event }) => event.id === id)
        if (found) carriedName.current = eventName(found.event, words)
      }
      return carriedName.current
    },
    [columns, words],
  )
}

/**
 * The grid of hours under `AgendaDay` and `AgendaWeek`: draws columns of cards and turns mouse, finger and keyboard into
 * `actions`. It changes nothing itself.
 */
export const AgendaGrid = (props: AgendaGridProps) => {
  const { columns, time, clock, hours, dense = false, leastColumn = 150, withHeader = true, actions } = props
  const { t } = useTranslation('calendar')
  const words = useCardWords()
  const nameOf = useEventNames(columns, words)
  const scroller = useFirstScroll(props)
  const instructionsId = useId()
  const [said, setSaid] = useState('')

  const onCarry = useCallback(
    (say: string, carried: Carried | null) => {
      const column = carried && columns[carried.column]
      if (!carried || !column) return
      setSaid(
        t(`said.${say}`, {
          name: nameOf(carried.id),
          start: clockText(carried.start, clock),
          end: clockText(carried.end, clock),
          day: longDayText(column.day, currentLanguage()),
          doctor: column.doctor.fullName,
        }),
      )
    },
    [columns, clock, t, nameOf],
  )

  const { body, focus, carried, onKeyDown, onFocus, onBlur } = useGridKeyboard({
    columns,
    hours,
    startMinute: hours.from,
    actions,
    onCarry,
  })

  const onDrop = (ghost: Ghost) => {
    if (ghost.kind === 'create') {
      const slot = slotOf(ghost, columns)
      if (slot) actions.onCreate(slot)
      return
    }
    const move = moveOf(ghost, ghost.kind, columns)
    if (move && ghost.eventId !== null) actions.onMove(ghost.eventId, move)
  }

  const drag = useGridDrag({
    body,
    scroller,
    columns,
    onDrop,
    onTap: (target) => {
      if ('eventId' in target) {
        actions.onOpen(target.eventId)
        return
      }
      const { column, minute } = target.place
      const slot = slotOf(
        { column, start: minute, end: Math.min(minute + usualMinutes, minutesPerDay) },
        columns,
      )
      if (slot) actions.onCreate(slot)
    },
  })

  const ghost = drag.ghost ?? (carried && carriedGhost(carried))
  const days = useMemo(() => columns.map(({ day }) => day), [columns])
  const measures = { '--columns': columns.length, '--least-column': `${leastColumn}px` } as CSSProperties
  return (
    <div className={css.frame} style={measures}>
      <div className={css.scroll} ref={scroller}>
        {withHeader ? (
          <div className={css.header}>
            <span />
            {columns.map((column) => (
              <HeaderCell key={column.key} isToday={dense && column.isToday}>
                {column.header}
              </HeaderCell>
            ))}
          </div>
        ) : null}
        <div
          ref={body}
          className={css.body}
          style={{ height: topOf(minutesPerDay) }}
          role="application"
          data-agenda=""
          aria-label={props.label}
          aria-describedby={instructionsId}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
          {...drag.handlers}
        >
          <Gutter clock={clock} />
          {columns.map((column) => (
            <GridColumnView
              key={column.key}
              column={column}
              dense={dense}
              clock={clock}
              words={words}
              offWord={t('offHours')}
              freeWord={t('rib.free')}
              selectedId={props.selectedId}
            />
          ))}
          <NowLine days={days} time={time} clock={clock} />
          <SlotCursor focus={focus} columns={columns} clock={clock} />
          {ghost ? (
            <GhostCard
              ghost={ghost}
              count={columns.length}
              name={ghost.kind === 'create' ? t('new') : nameOf(ghost.eventId)}
              clock={clock}
            />
          ) : null}
        </div>
      </div>
      <p id={instructionsId} hidden>
        {t('instructions')}
      </p>
      <div aria-live="assertive">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </div>
  )
}

const HeaderCell = ({ isToday, children }: { isToday: boolean; children: ReactNode }) => (
  <div className={isToday ? `${css.headerCell} ${css.headerToday}` : css.headerCell}>{children}</div>
)
