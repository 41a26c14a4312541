import { memo } from 'react'
import { AwayIcon } from '../../../ui/icons/shared-icons.tsx'
import { topOf } from '../board/card-shape.ts'
import type { GridColumn } from '../board/grid-column.ts'
import { type MarkedAppointments, marksOf } from '../parts/agenda-marks.ts'
import type { ClockFormat } from '../parts/agenda-text.ts'
import type { CardWords } from '../parts/card-words.ts'
import { minutesPerDay } from '../parts/hit-test.ts'
import { type DaySpan, lengthOf, longestFree, type OffTime } from '../parts/off-hours.ts'
import styles from './AgendaGrid.module.css'
import { AppointmentCard, cardPropsOf } from './AppointmentCard.tsx'
import { useOffWords } from './use-off-words.ts'

export interface GridColumnViewProps {
  column: GridColumn
  marked: MarkedAppointments
  dense: boolean
  clock: ClockFormat
  words: CardWords
  selectedId: number | undefined
}

const isAway = ({ kind }: OffTime): boolean => kind === 'away' || kind === 'shut'

/** Less than this has no room for the word; the name of the column says it. */
const leastMinutesForWord = 20

/** In a narrow column the word may take two lines. */
const leastMinutesForTwoLines = 35

const wordClass = (off: OffTime): string | undefined => {
  // Whatever part of a whole day is in view, the word stays in it.
  if (lengthOf(off) === minutesPerDay) return styles.offWordAll
  return off.start === 0 ? styles.offWordLow : styles.offWordHigh
}

const boxOf = (time: DaySpan, from = 0) => ({ top: topOf(time.start - from), height: topOf(lengthOf(time)) })

interface OffProps extends Pick<GridColumnViewProps, 'column' | 'dense'> {
  off: OffTime
  word: string
}

// Cards lie over the shade: the word stands where none covers half of it.
const Off = ({ off, word, column, dense }: OffProps) => {
  const room = longestFree(off, column.placed)
  const least = dense ? leastMinutesForTwoLines : leastMinutesForWord
  return (
    <div className={isAway(off) ? `${styles.off} ${styles.away}` : styles.off} style={boxOf(off)}>
      {room && lengthOf(room) >= least ? (
        <div className={styles.offRoom} style={boxOf(room, off.start)}>
          <span className={wordClass(off)}>
            {isAway(off) ? <AwayIcon size={14} /> : null}
            {word}
          </span>
        </div>
      ) : null}
    </div>
  )
}

/** The cards, shaded hours and bands of one column. Drawn again only when its own content changes. */
export const GridColumnView = memo(
  ({ column, marked, dense, clock, words, selectedId }: GridColumnViewProps) => {
    const offWord = useOffWords()
    return (
      // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms; this groups the cards of one person or day
      <div
        role="group"
        aria-label={column.label}
        className={dense && column.isToday ? `${styles.column} ${styles.today}` : styles.column}
      >
        {column.off.map((off) => (
          <Off key={off.start} off={off} word={offWord(off)} column={column} dense={dense} />
        ))}
        <div className={styles.events} style={{ right: column.aside?.room ?? 0 }}>
          {column.placed.map((placed) => (
            <AppointmentCard
              key={placed.appointment.id}
              {...cardPropsOf(placed)}
              marks={marksOf(placed.appointment, marked).join(' ')}
              color={column.practitioner.color}
              dense={dense}
              selected={placed.appointment.id === selectedId}
              clock={clock}
              words={words}
            />
          ))}
        </div>
        {column.aside?.content}
      </div>
    )
  },
)
GridColumnView.displayName = 'GridColumnView'
