import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { hourHeight } from './card-shape.ts'
import { type Ghost, type GridColumn, usualMinutes } from './grid-column.ts'
import {
  coarseStep,
  draggedEnd,
  draggedRange,
  draggedStart,
  fineStep,
  type GridPlace,
  hitTest,
  minutesPerDay,
  snapDown,
} from './hit-test.ts'

/** A finger rests this long before it lifts a card; shorter ones scroll or tap. */
const longPressMs = 420
/** Movement below this many pixels is a click. */
const slack = 5
/** Height of the lower edge that stretches a card, by mouse and by finger. */
const gripHeight = { mouse: 8, touch: 16 }
const scrollZone = 48
const scrollSpeed = 14

interface Gesture {
  pointerId: number
  touch: boolean
  fromX: number
  fromY: number
  place: GridPlace
  /** The ghost before any movement. */
  base: Ghost
  /** Minutes between the card's start and the pointer. */
  grip: number
  lifted: boolean
  card: HTMLElement | null
  timer: ReturnType<typeof setTimeout> | undefined
}

export interface GridDragOptions {
  body: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly GridColumn[]
  onDrop: (ghost: Ghost) => void
  onTap: (target: { eventId: number } | { place: GridPlace }) => void
}

const reshape = (gesture: Gesture, place: GridPlace, step: number): Ghost => {
  const { base } = gesture
  if (base.kind === 'create') {
    return { ...base, ...draggedRange(gesture.place.minute, place.minute, step) }
  }
  if (base.kind === 'resize') return { ...base, end: draggedEnd(place.minute, base.start, step) }
  const start = draggedStart(place.minute, gesture.grip, step)
  return { ...base, column: place.column, start, end: start + base.end - base.start }
}

const baseOf = (
  card: HTMLElement | null,
  place: GridPlace,
  columns: readonly GridColumn[],
  grips: boolean,
): Ghost => {
  const placed = columns[place.column]?.placed.find(({ event }) => event.id === Number(card?.dataset.event))
  if (!placed) {
    const start = snapDown(place.minute, coarseStep)
    return { kind: 'create', column: place.column, start, end: start + usualMinutes, eventId: null }
  }
  return {
    kind: grips ? 'resize' : 'move',
    column: place.column,
    start: placed.start,
    end: placed.end,
    eventId: placed.event.id,
  }
}

/** Speed of the scroll while a card is held near an edge of the view, in pixels a frame. */
const edgeScroll = (at: number, low: number, high: number): number => {
  if (at < low + scrollZone) return -scrollSpeed
  return at > high - scrollZone ? scrollSpeed : 0
}

/**
 * Drag by mouse and pen at once, by finger after a long press. Listens on the grid's body for all cards together.
 * `touch-action` cannot be used: it would cancel the drag, so a non-passive `touchmove` stops the scroll once a card is up.
 */
export const useGridDrag = ({ body, scroller, columns, onDrop, onTap }: GridDragOptions) => {
  const [ghost, setGhost] = useState<Ghost | null>(null)
  const gesture = useRef<Gesture | null>(null)
  const latest = useRef<Ghost | null>(null)
  const swallowClick = useRef(false)
  const pointer = useRef({ x: 0, y: 0, fine: false })

  const show = (next: Ghost | null) => {
    latest.current = next
    setGhost(next)
  }

  const placeAt = (x: number, y: number): GridPlace => {
    const box = body.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1 }
    const gutter = (body.current?.firstElementChild as HTMLElement | null)?.offsetWidth ?? 0
    return hitTest(
      { x: x - box.left, y: y - box.top },
      { gutter, width: box.width, columns: columns.length, hourHeight },
    )
  }

  const redraw = () => {
    const held = gesture.current
    if (!held?.lifted) return
    const { x, y, fine } = pointer.current
    show(reshape(held, placeAt(x, y), fine ? fineStep : coarseStep))
  }

  const scrollAtEdges = () => {
    const view = scroller.current
    if (!view || !gesture.current?.lifted) return
    const box = view.getBoundingClientRect()
    const by = edgeScroll(pointer.current.y, box.top + 60, box.bottom)
    const before = view.scrollTop
    view.scrollTop += by
    if (view.scrollTop !== before) redraw()
    requestAnimationFrame(scrollAtEdges)
  }

  const lift = () => {
    const held = gesture.current
    if (!held || held.lifted) return
    held.lifted = true
    swallowClick.current = true
    held.card?.setAttribute('data-lifted', '')
    body.current?.setAttribute('data-dragging', '')
    if (held.touch) navigator.vibrate?.(12)
    body.current?.setPointerCapture(held.pointerId)
    show(held.base)
    requestAnimationFrame(scrollAtEdges)
  }

  const end = () => {
    const held = gesture.current
    if (!held) return
    clearTimeout(held.timer)
    held.card?.removeAttribute('data-lifted')
    body.current?.removeAttribute('data-dragging')
    gesture.current = null
    show(null)
  }

  const onPointerDown = (event: ReactPointerEvent) => {
    swallowClick.current = false
    if (event.button !== 0 || gesture.current) return
    const touch = event.pointerType === 'touch'
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-event]')
    const edge = card?.getBoundingClientRect()
    const grips = edge ? event.clientY > edge.bottom - gripHeight[touch ? 'touch' : 'mouse'] : false
    const place = placeAt(event.clientX, event.clientY)
    const base = baseOf(card, place, columns, grips)
    pointer.current = { x: event.clientX, y: event.clientY, fine: event.shiftKey || event.ctrlKey }
    gesture.current = {
      pointerId: event.pointerId,
      touch,
      fromX: event.clientX,
      fromY: event.clientY,
      place,
      base,
      grip: place.minute - base.start,
      lifted: false,
      card,
      timer: touch ? setTimeout(lift, longPressMs) : undefined,
    }
  }

  const onPointerMove = (event: ReactPointerEvent) => {
    const held = gesture.current
    if (held?.pointerId !== event.pointerId) return
    pointer.current = { x: event.clientX, y: event.clientY, fine: event.shiftKey || event.ctrlKey }
    const moved = Math.hypot(event.clientX - held.fromX, event.clientY - held.fromY)
    if (!held.lifted && moved <= (held.touch ? slack * 2 : slack)) return
    // A finger that moves before the long press is scrolling.
    if (!held.lifted && held.touch) return end()
    lift()
    redraw()
  }

  const onPointerUp = (event: ReactPointerEvent) => {
    const held = gesture.current
    if (held?.pointerId !== event.pointerId) return
    const dropped = held.lifted ? latest.current : null
    end()
    if (dropped) onDrop(dropped)
  }

  const onClick = (event: { target: EventTarget; clientX: number; clientY: number; detail: number }) => {
    if (swallowClick.current) {
      swallowClick.current = false
      return
    }
    const target = event.target as HTMLElement
    const card = target.closest<HTMLElement>('[data-event]')
    if (card) return onTap({ eventId: Number(card.dataset.event) })
    if (event.detail === 0) return
    const place = placeAt(event.clientX, event.clientY)
    onTap({
      place: {
        column: place.column,
        minute: Math.min(snapDown(place.minute, coarseStep), minutesPerDay - coarseStep),
      },
    })
  }

  useEffect(() => {
    const element = body.current
    if (!element) return
    const holdStill = (event: TouchEvent) => {
      if (gesture.current?.lifted && event.cancelable) event.preventDefault()
    }
    const noMenu = (event: Event) => {
      if (gesture.current?.touch) event.preventDefault()
    }
    const giveUp = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && gesture.current?.lifted) end()
    }
    element.addEventListener('touchmove', holdStill, { passive: false })
    element.addEventListener('contextmenu', noMenu)
    window.addEventListener('keydown', giveUp)
    return () => {
      element.removeEventListener('touchmove', holdStill)
      element.removeEventListener('contextmenu', noMenu)
      window.removeEventListener('keydown', giveUp)
    }
  })

  return { ghost, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClick } }
}
