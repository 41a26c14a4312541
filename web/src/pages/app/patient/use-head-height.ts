import { type CSSProperties, type RefCallback, useCallback, useState } from 'react'

/** Measures the head of the file, so that the columns below know how much of the window is theirs. */
export const useHeadHeight = () => {
  const [height, setHeight] = useState(112)
  const ref: RefCallback<HTMLElement> = useCallback((page) => {
    const head = page?.firstElementChild
    if (!head) return
    const observer = new ResizeObserver(() => setHeight(Math.round(head.getBoundingClientRect().height)))
    observer.observe(head)
    return () => observer.disconnect()
  }, [])
  return { ref, style: { '--head': `${height}px` } as CSSProperties }
}
