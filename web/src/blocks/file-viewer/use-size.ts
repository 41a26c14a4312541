import { type RefCallback, type RefObject, useCallback, useRef, useState } from 'react'
import type { Size } from './geometry.ts'

export interface Measured {
  readonly ref: RefCallback<HTMLElement>
  readonly element: RefObject<HTMLElement | null>
  readonly size: Size
}

/** The size of an element as it is drawn, and as it changes. */
export const useSize = (): Measured => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const element = useRef<HTMLElement | null>(null)
  const ref: RefCallback<HTMLElement> = useCallback((found) => {
    element.current = found
    if (!found) return
    const measure = (): void => setSize({ width: found.clientWidth, height: found.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(found)
    return () => observer.disconnect()
  }, [])
  return { ref, element, size }
}
