import { type CSSProperties, useEffect, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cardClass } from '../../../ui/base/Card.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { topOf } from '../board/card-shape.ts'
import type { AgendaActions, ColumnGroup, Ghost, GridColumn } from '../board/grid-column.ts'
import type { Carried } from '../board/keyboard-moves.ts'
import type { MarkedAppointments } from '../parts/agenda-marks.ts'
import type { ClockFormat } from '../parts/agenda-text.ts'
import { minutesPerDay } from '../parts/hit-test.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'
import styles from './AgendaGrid.module.css'
import { GhostCard } from './GhostCard.tsx'
import { GridColumnView } from './GridColumnView.tsx'
import { GridHead } from './GridHead.tsx'
import { Gutter } from './Gutter.tsx'
import { NowLine } from './NowLine.tsx'
import { SlotCursor } from './SlotCursor.tsx'
import { useCardWords } from './use-card-words.ts'
import { useCarriedWords } from './use-carried-words.ts'
import { useFirstScroll } from './use-first-scroll.ts'
import { useGridKeyboard } from './use-grid-keyboard.ts'
import { useGridPointer } from './use-grid-pointer.ts'

export interface AgendaGridProps {
  columns: readonly GridColumn[]
  groups?: readonly ColumnGroup[] | undefined
  marked: MarkedAppointments
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

const carriedGhost = (carried: Carried): Ghost => ({
  kind: carried.resized ? 'resize' : 'move',
  column: carried.column,
  start: carried.start,
  end: carried.end,
  appointmentId: carried.id,
})

/**
 * The grid of hours under `AgendaDay` and `AgendaWeek`: draws columns of cards and turns mouse, finger and keyboard into
 * `actions`. It changes nothing itself.
 */
export const AgendaGrid = (props: AgendaGridProps) => {
  const { columns, groups, time, clock, hours, dense = false, leastColumn = 150, actions } = props
  const { t } = useTranslation('calendar')
  const words = useCardWords()
  const { said, nameOf, onCarry } = useCarriedWords(columns, words, clock)
  const scroller = useFirstScroll(columns, time, hours)
  const instructionsId = useId()
  const { body, focus, carried, ...keyboard } = useGridKeyboard({ columns, hours, actions, onCarry })
  const drag = useGridPointer({ body, scroller, columns, actions })
  const ghost = drag.ghost ?? (carried && carriedGhost(carried))
  const liftedId = ghost?.appointmentId ?? null
  useEffect(() => {
    if (liftedId !== null) actions.onLift(liftedId)
  }, [liftedId, actions])
  const days = useMemo(() => columns.map(({ day }) => day), [columns])
  const measures = { '--columns': columns.length, '--least-column': `${leastColumn}px` } as CSSProperties
  return (
    <div className={classNames(cardClass, styles.frame)} style={measures}>
      <div className={groups ? `${styles.scroll} ${styles.withGroups}` : styles.scroll} ref={scroller}>
        {props.withHeader === false ? null : (
          <GridHead columns={columns} groups={groups} marksToday={dense} />
        )}
        <div
          ref={body}
          className={styles.body}
          style={{ height: topOf(minutesPerDay) }}
          role="application"
          data-agenda=""
          aria-label={props.label}
          aria-describedby={instructionsId}
          {...keyboard}
          {...drag.handlers}
        >
          <Gutter days={days} time={time} clock={clock} />
          {columns.map((column) => (
            <GridColumnView
              key={column.key}
              column={column}
              marked={props.marked}
              dense={dense}
              clock={clock}
              words={words}
              selectedId={props.selectedId}
            />
          ))}
          <NowLine days={days} time={time} clock={clock} />
          <SlotCursor focus={focus} columns={columns} clock={clock} />
          {ghost ? (
            <GhostCard
              ghost={ghost}
              count={columns.length}
              name={ghost.kind === 'create' ? t('new') : nameOf(ghost.appointmentId)}
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
