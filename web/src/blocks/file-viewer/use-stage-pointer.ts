import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Point } from './geometry.ts'
import { panBy, type View, zoomAt, zoomStep } from './view-state.ts'

export interface StagePointerOptions {
  readonly change: (how: (view: View) => View) => void
  /** What dragging does in place of moving the picture. */
  readonly onDrag?: ((dx: number, dy: number) => void) | undefined
}

const fromMiddle = (element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

/** Browsers hear `wheel` passively from React: the page behind would move along. */
const useWheel = (stage: RefObject<HTMLElement | null>, change: StagePointerOptions['change']): void => {
  const now = useRef(change)
  now.current = change
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      const at = fromMiddle(element, event)
      const factor = 2 ** (-event.deltaY / (event.ctrlKey ? 100 : 400))
      now.current((view) => zoomAt(view, factor, at))
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [stage])
}

/** One pointer moves the picture, two pinch it, a double click enlarges it. */
export const useStagePointer = (
  stage: RefObject<HTMLElement | null>,
  { change, onDrag }: StagePointerOptions,
) => {
  const pointers = useRef(new Map<number, Point>())
  useWheel(stage, change)

  const pinch = (before: readonly Point[], after: readonly Point[]): void => {
    const [a, b] = before
    const [c, d] = after
    if (!a || !b || !c || !d) return
    const from = middle(a, b)
    const to = middle(c, d)
    change((view) => panBy(zoomAt(view, apart(c, d) / apart(a, b), from), to.x - from.x, to.y - from.y))
  }

  const drag = (dx: number, dy: number): void =>
    onDrag ? onDrag(dx, dy) : change((view) => panBy(view, dx, dy))

  const move = (event: PointerEvent<HTMLElement>): void => {
    const { current } = pointers
    const before = current.get(event.pointerId)
    if (!before) return
    const all = [...current.values()]
    const now = fromMiddle(event.currentTarget, event)
    current.set(event.pointerId, now)
    if (all.length === 2) pinch(all, [...current.values()])
    else drag(now.x - before.x, now.y - before.y)
  }

  const end = (event: PointerEvent<HTMLElement>): void => {
    pointers.current.delete(event.pointerId)
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, fromMiddle(event.currentTarget, event))
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: (event: { currentTarget: Element; clientX: number; clientY: number }) => {
      const at = fromMiddle(event.currentTarget, event)
      change((view) => zoomAt(view, zoomStep ** 3, at))
    },
  }
}
