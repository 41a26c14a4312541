import { memo } from 'react'
import css from './AgendaGrid.module.css'
import type { ClockFormat } from './agenda-text.ts'
import { topOf } from './card-shape.ts'
import { type CardWords, cardPropsOf, EventCard } from './EventCard.tsx'
import type { GridColumn } from './grid-column.ts'
import { RibBands, ribRoom } from './RibBands.tsx'

export interface GridColumnViewProps {
  column: GridColumn
  dense: boolean
  clock: ClockFormat
  words: CardWords
  offWord: string
  freeWord: string
  selectedId: number | undefined
}

/** The cards, shaded hours and bands of one column. Drawn again only when its own content changes. */
export const GridColumnView = memo(
  ({ column, dense, clock, words, offWord, freeWord, selectedId }: GridColumnViewProps) => (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms; this groups the cards of one person or day
    <div
      role="group"
      aria-label={column.label}
      className={dense && column.isToday ? `${css.column} ${css.today}` : css.column}
    >
      {column.off.map(({ start, end }) => (
        <div key={start} className={css.off} style={{ top: topOf(start), height: topOf(end - start) }}>
          <span className={start === 0 ? css.offWordLow : css.offWordHigh}>{offWord}</span>
        </div>
      ))}
      <div className={css.events} style={{ right: ribRoom(column.ribs.length) }}>
        {column.placed.map((placed) => (
          <EventCard
            key={placed.event.id}
            {...cardPropsOf(placed)}
            color={column.doctor.color}
            dense={dense}
            selected={placed.event.id === selectedId}
            clock={clock}
            words={words}
          />
        ))}
      </div>
      <RibBands ribs={column.ribs} clock={clock} freeWord={freeWord} />
    </div>
  ),
)
GridColumnView.displayName = 'GridColumnView'
