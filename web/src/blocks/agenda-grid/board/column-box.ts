import type { CSSProperties } from 'react'

/** Left edge and width of a column as CSS, whatever the width of the grid. */
export const columnBox = (column: number, count: number): CSSProperties => ({
  left: `calc(var(--gutter) + (100% - var(--gutter)) * ${column / count})`,
  width: `calc((100% - var(--gutter)) * ${1 / count} - 8px)`,
})
