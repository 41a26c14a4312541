import { hourHeight } from '../board/card-shape.ts'
import { type Ghost, type GridColumn, usualEnd } from '../board/grid-column.ts'
import {
  coarseStep,
  draggedEnd,
  draggedRange,
  draggedStart,
  fineStep,
  type GridPlace,
  placeAt,
  snapDown,
} from '../parts/hit-test.ts'
import { edgeScroll, nearEdge } from './edge-scroll.ts'

/** A finger rests this long before it lifts a card; shorter ones scroll or tap. */
const longPressMs = 420
/** Movement below this many pixels is a click. */
const slack = 5
/** Height of the lower edge that stretches a card, by mouse and by finger. */
const gripHeight = { mouse: 8, touch: 16 }
/** Height of the heads of the columns, which stay at the top of the view. */
const headsHeight = 60

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
  /** Whether the pointer moved since: a card that is only held near an edge must not run away. */
  moved: boolean
  card: HTMLElement | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The grid that is dragged on. */
export interface DragHost {
  body: HTMLElement
  scroller: HTMLElement | null
  columns: () => readonly GridColumn[]
  /** The card in the air, or none. */
  show: (ghost: Ghost | null) => void
  onDrop: (ghost: Ghost) => void
}

export interface GridDrag {
  /** Whether a finger or a button is down. */
  isHeld: () => boolean
  /** Whether the click that comes now ends a drag; asked once. */
  takeClick: () => boolean
  detach: () => void
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
  const placed = columns[place.column]?.placed.find(
    ({ appointment }) => appointment.id === Number(card?.dataset.event),
  )
  if (!placed) {
    const start = snapDown(place.minute, coarseStep)
    const end = usualEnd(columns[place.column], start)
    return { kind: 'create', column: place.column, start, end, appointmentId: null }
  }
  return {
    kind: grips ? 'resize' : 'move',
    column: place.column,
    start: placed.start,
    end: placed.end,
    appointmentId: placed.appointment.id,
  }
}

/**
 * Drag by mouse and pen at once, by finger after a long press. Listens on the grid's body for all cards together.
 * `touch-action` cannot be used: it would cancel the drag, so a non-passive `touchmove` stops the scroll once a card is up.
 */
export const attachGridDrag = ({ body, scroller, columns, show, onDrop }: DragHost): GridDrag => {
  let gesture: Gesture | null = null
  let ghost: Ghost | null = null
  let swallowsClick = false
  let pointer = { x: 0, y: 0, fine: false }
  let edge = { side: 0, since: 0 }

  const draw = (next: Ghost | null) => {
    ghost = next
    show(next)
  }

  const placeOf = ({ x, y }: { x: number; y: number }) =>
    placeAt(body, { columns: columns().length, hourHeight }, x, y)

  const redraw = () => {
    if (gesture?.lifted) draw(reshape(gesture, placeOf(pointer), pointer.fine ? fineStep : coarseStep))
  }

  const scrollAtEdges = (now: number) => {
    if (!scroller || !gesture?.lifted) return
    const box = scroller.getBoundingClientRect()
    const view = [box.top + headsHeight, box.bottom] as const
    const side = gesture.moved ? nearEdge(pointer.y, view) : 0
    if (side !== edge.side) edge = { side, since: now }
    const before = scroller.scrollTop
    if (side !== 0) scroller.scrollTop += edgeScroll(pointer.y, view, now - edge.since)
    if (scroller.scrollTop !== before) redraw()
    requestAnimationFrame(scrollAtEdges)
  }

  const lift = () => {
    if (!gesture || gesture.lifted) return
    gesture.lifted = true
    swallowsClick = true
    gesture.card?.setAttribute('data-lifted', '')
    body.setAttribute('data-dragging', '')
    if (gesture.touch) navigator.vibrate?.(12)
    body.setPointerCapture(gesture.pointerId)
    draw(gesture.base)
    edge = { side: 0, since: 0 }
    requestAnimationFrame(scrollAtEdges)
  }

  const end = () => {
    if (!gesture) return
    clearTimeout(gesture.timer)
    gesture.card?.removeAttribute('data-lifted')
    body.removeAttribute('data-dragging')
    gesture = null
    draw(null)
  }

  const notePointer = (event: PointerEvent) => {
    pointer = { x: event.clientX, y: event.clientY, fine: event.shiftKey || event.ctrlKey }
  }

  const onPointerDown = (event: PointerEvent) => {
    swallowsClick = false
    if (event.button !== 0 || gesture) return
    const touch = event.pointerType === 'touch'
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-event]')
    const box = card?.getBoundingClientRect()
    const grips = box ? event.clientY > box.bottom - gripHeight[touch ? 'touch' : 'mouse'] : false
    notePointer(event)
    const place = placeOf(pointer)
    const base = baseOf(card, place, columns(), grips)
    gesture = {
      pointerId: event.pointerId,
      touch,
      fromX: event.clientX,
      fromY: event.clientY,
      place,
      base,
      grip: place.minute - base.start,
      lifted: false,
      moved: false,
      card,
      timer: touch ? setTimeout(lift, longPressMs) : undefined,
    }
  }

  const onPointerMove = (event: PointerEvent) => {
    if (gesture?.pointerId !== event.pointerId) return
    notePointer(event)
    const way = Math.hypot(event.clientX - gesture.fromX, event.clientY - gesture.fromY)
    gesture.moved ||= way > (gesture.touch ? slack * 2 : slack)
    if (!(gesture.lifted || gesture.moved)) return
    // A finger that moves before the long press is scrolling.
    if (!gesture.lifted && gesture.touch) return end()
    lift()
    redraw()
  }

  const onPointerUp = (event: PointerEvent) => {
    if (gesture?.pointerId !== event.pointerId) return
    const dropped = gesture.lifted ? ghost : null
    end()
    if (dropped) onDrop(dropped)
  }

  const holdStill = (event: TouchEvent) => {
    if (gesture?.lifted && event.cancelable) event.preventDefault()
  }
  const giveUp = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && gesture?.lifted) end()
  }

  const listening = new AbortController()
  const { signal } = listening
  body.addEventListener('pointerdown', onPointerDown, { signal })
  body.addEventListener('pointermove', onPointerMove, { signal })
  body.addEventListener('pointerup', onPointerUp, { signal })
  body.addEventListener('pointercancel', end, { signal })
  body.addEventListener('touchmove', holdStill, { passive: false, signal })
  window.addEventListener('keydown', giveUp, { signal })
  return {
    isHeld: () => gesture !== null,
    takeClick: () => {
      const taken = swallowsClick
      swallowsClick = false
      return taken
    },
    detach: () => {
      end()
      listening.abort()
    },
  }
}
