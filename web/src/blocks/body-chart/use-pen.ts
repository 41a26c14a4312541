import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Figure } from './figure.ts'
import { thinned, withPoint } from './stroke-path.ts'

/** Where a pointer is, in units of the drawing. */
const placeIn = (frame: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const toDrawing = frame.getScreenCTM()?.inverse()
  return new DOMPoint(clientX, clientY).matrixTransform(toDrawing)
}

/** Draws a line with a finger, a pen or the mouse; without `onDrawn` nothing listens. */
export const usePen = (
  figure: Figure,
  frame: RefObject<SVGSVGElement | null>,
  onDrawn: ((stroke: readonly number[]) => void) | undefined,
) => {
  const pointer = useRef<number | undefined>(undefined)
  const drawn = useRef<readonly number[]>([])
  const [line, setLine] = useState<readonly number[]>()

  const stop = () => {
    pointer.current = undefined
    drawn.current = []
    setLine(undefined)
  }
  const extend = (event: PointerEvent) => {
    if (!frame.current) return
    // What the browser gathered between two frames: curves stay round when the hand is quick.
    const places = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const place of places.length > 0 ? places : [event.nativeEvent])
      drawn.current = withPoint(drawn.current, placeIn(frame.current, place), figure)
    setLine(drawn.current)
  }
  if (!onDrawn) return { line: undefined, handlers: {} }

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (pointer.current !== undefined || event.button !== 0) return
      pointer.current = event.pointerId
      frame.current?.setPointerCapture(event.pointerId)
      event.preventDefault()
      extend(event)
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerId === pointer.current) extend(event)
    },
    onPointerUp: (event: PointerEvent) => {
      if (event.pointerId !== pointer.current) return
      const stroke = thinned(drawn.current)
      stop()
      if (stroke.length > 0) onDrawn(stroke)
    },
    onPointerCancel: stop,
  }
  return { line, handlers }
}
