import type { MouseEvent, RefObject } from 'react'
import { hourHeight } from '../board/card-shape.ts'
import {
  type AgendaActions,
  type Ghost,
  type GridColumn,
  moveOf,
  slotOf,
  usualMinutes,
} from '../board/grid-column.ts'
import { anchorOf, type MenuAnchor } from '../board/menu-anchor.ts'
import { coarseStep, type GridPlace, minutesPerDay, placeAt, snapDown } from '../parts/hit-test.ts'
import { useGridDrag } from './use-grid-drag.ts'

export interface GridPointerOptions {
  body: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly GridColumn[]
  actions: AgendaActions
  onMenu: (appointmentId: number, anchor: MenuAnchor) => void
}

/** Room around the status that counts as pressing it: a finger is wider than an icon. */
const aroundStatus = 10

const pressesStatus = (card: HTMLElement, x: number, y: number): boolean => {
  const box = card.querySelector('[data-status]')?.getBoundingClientRect()
  // In a narrow card the status wraps below the line, out of sight.
  const line = card.firstElementChild?.getBoundingClientRect()
  const isDrawn = box && line && box.width > 0 && box.top < line.bottom
  return Boolean(isDrawn && x >= box.left - aroundStatus && y <= box.bottom + aroundStatus)
}

const cardAt = ({ target }: { target: EventTarget }): HTMLElement | null =>
  (target as HTMLElement).closest<HTMLElement>('[data-event]')

/** Turns mouse and finger into actions: draw, move, stretch, open, and the menu of the status. */
export const useGridPointer = ({ body, scroller, columns, actions, onMenu }: GridPointerOptions) => {
  const create = ({ column, minute }: GridPlace, end = Math.min(minute + usualMinutes, minutesPerDay)) => {
    const slot = slotOf({ column, start: minute, end }, columns)
    if (slot) actions.onCreate(slot)
  }
  const onDrop = (ghost: Ghost) => {
    if (ghost.kind === 'create') return create({ column: ghost.column, minute: ghost.start }, ghost.end)
    const move = moveOf(ghost, ghost.kind, columns)
    if (move && ghost.appointmentId !== null) actions.onMove(ghost.appointmentId, move)
  }
  const { ghost, drag } = useGridDrag({ body, scroller, columns, onDrop })

  const onClick = (event: MouseEvent) => {
    if (drag.current?.takeClick()) return
    const card = cardAt(event)
    if (card) {
      const id = Number(card.dataset.event)
      if (pressesStatus(card, event.clientX, event.clientY)) return onMenu(id, anchorOf(card))
      return actions.onOpen(id)
    }
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
    if (card && !isHeld) onMenu(Number(card.dataset.event), anchorOf(card))
  }

  return { ghost, handlers: { onClick, onContextMenu } }
}
