import type { ReactNode } from 'react'
import type { ColumnGroup, GridColumn } from '../board/grid-column.ts'
import styles from './AgendaGrid.module.css'

interface HeadCellProps {
  isToday: boolean
  span?: number
  isLow?: boolean
  children: ReactNode
}

const HeadCell = ({ isToday, span = 1, isLow = false, children }: HeadCellProps) => (
  <div
    className={[styles.headerCell, isToday && styles.headerToday, isLow && styles.headerLow]
      .filter(Boolean)
      .join(' ')}
    style={span > 1 ? { gridColumn: `span ${span}` } : undefined}
  >
    {children}
  </div>
)

export interface GridHeadProps {
  columns: readonly GridColumn[]
  /** A row of heads above those of the columns. */
  groups?: readonly ColumnGroup[] | undefined
  /** Tints the head of the current day. */
  marksToday: boolean
}

/** What stands over the columns and stays there while the hours scroll. */
export const GridHead = ({ columns, groups, marksToday }: GridHeadProps) => (
  <div className={styles.header}>
    <span className={styles.corner} />
    {groups?.map((group) => (
      <HeadCell key={group.key} span={group.columns} isToday={group.isToday}>
        {group.header}
      </HeadCell>
    ))}
    {groups ? <span className={styles.corner} /> : null}
    {columns.map((column) => (
      <HeadCell key={column.key} isToday={marksToday && column.isToday} isLow={groups !== undefined}>
        {column.header}
      </HeadCell>
    ))}
  </div>
)
