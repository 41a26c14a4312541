import { topOf } from '../board/card-shape.ts'
import { columnBox } from '../board/column-box.ts'
import type { Ghost } from '../board/grid-column.ts'
import { type ClockFormat, clockRange } from '../parts/agenda-text.ts'
import styles from './AgendaGrid.module.css'

export interface GhostCardProps {
  ghost: Ghost
  /** How many columns the grid has. */
  count: number
  name: string
  clock: ClockFormat
}

/** Where a card in the air would land. */
export const GhostCard = ({ ghost, count, name, clock }: GhostCardProps) => (
  <div
    className={styles.ghost}
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
