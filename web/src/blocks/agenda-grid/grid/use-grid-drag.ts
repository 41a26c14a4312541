import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Ghost, GridColumn } from '../board/grid-column.ts'
import type { GridDrag } from '../drag/grid-drag.ts'

export interface GridDragOptions {
  body: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly GridColumn[]
  onDrop: (ghost: Ghost) => void
}

// Where it does not load nothing is dragged; keyboard, menus and forms do the same.
const leaveIt = (): void => undefined

/** The card in the air, and what holds it. The code for it comes once the grid is drawn: nobody drags before. */
export const useGridDrag = ({ body, scroller, columns, onDrop }: GridDragOptions) => {
  const [ghost, setGhost] = useState<Ghost | null>(null)
  const drag = useRef<GridDrag | null>(null)
  const latest = useRef({ columns, onDrop })
  latest.current = { columns, onDrop }

  useEffect(() => {
    const element = body.current
    if (!element) return
    let isGone = false
    const attach = async () => {
      const { attachGridDrag } = await import('../drag/grid-drag.ts')
      if (isGone) return
      drag.current = attachGridDrag({
        body: element,
        scroller: scroller.current,
        columns: () => latest.current.columns,
        show: setGhost,
        onDrop: (dropped) => latest.current.onDrop(dropped),
      })
    }
    attach().catch(leaveIt)
    return () => {
      isGone = true
      drag.current?.detach()
      drag.current = null
    }
  }, [body, scroller])

  return { ghost, drag }
}
