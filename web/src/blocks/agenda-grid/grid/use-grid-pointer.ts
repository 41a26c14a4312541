import type { MouseEvent, RefObject } from 'react'
import { anchorOf } from '../board/card-anchor.ts'
import { hourHeight } from '../board/card-shape.ts'
import {
  type AgendaActions,
  type Ghost,
  type GridColumn,
  moveOf,
  slotOf,
  usualEnd,
} from '../board/grid-column.ts'
import { coarseStep, type GridPlace, minutesPerDay, placeAt, snapDown } from '../parts/hit-test.ts'
import { useGridDrag } from './use-grid-drag.ts'

export interface GridPointerOptions {
  body: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly GridColumn[]
  actions: AgendaActions
}

const cardAt = ({ target }: { target: EventTarget }): HTMLElement | null =>
  (target as HTMLElement).closest<HTMLElement>('[data-event]')

/** Turns mouse and finger into actions: draw, move, stretch and open. */
export const useGridPointer = ({ body, scroller, columns, actions }: GridPointerOptions) => {
  const create = ({ column, minute }: GridPlace, end = usualEnd(columns[column], minute)) => {
    const slot = slotOf({ column, start: minute, end }, columns)
    if (slot) actions.onCreate(slot)
  }
  const onDrop = (ghost: Ghost) => {
    if (ghost.kind === 'create') return create({ column: ghost.column, minute: ghost.start }, ghost.end)
    const move = moveOf(ghost, ghost.kind, columns)
    if (move && ghost.appointmentId !== null) actions.onMove(ghost.appointmentId, move)
  }
  const { ghost, drag } = useGridDrag({ body, scroller, columns, onDrop })

  const open = (card: HTMLElement) => actions.onOpen(Number(card.dataset.event), anchorOf(card))

  const onClick = (event: MouseEvent) => {
    if (drag.current?.takeClick()) return
    const card = cardAt(event)
    if (card) return open(card)
    // A press of the keyboard on the slot cursor is the keyboard's.
    if (event.detail === 0 || !body.current) return
    const place = placeAt(body.current, { columns: columns.length, hourHeight }, event.clientX, event.clientY)
    create({
      column: place.column,
      minute: Math.min(snapDown(place.minute, coarseStep), minutesPerDay - coarseStep),
    })
  }

  const onContextMenu = (event: MouseEvent) => {
    const isHeld = drag.current?.isHeld() === true
    const card = cardAt(event)
    if (card || isHeld) event.preventDefault()
    // A finger that rests lifts the card.
    if (card && !isHeld) open(card)
  }

  return { ghost, handlers: { onClick, onContextMenu } }
}
