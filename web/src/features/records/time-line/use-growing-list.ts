import { type RefCallback, useCallback, useEffect, useState } from 'react'

/** Entries drawn at once, and how many more each time the end comes near: a screen and a half of cards. */
const firstPart = 40
const nextPart = 80

/**
 * Draws a long list as it is scrolled to: how many entries stand now, and the element at whose sight more are drawn.
 * Starts again when `resetKey` changes. Printing draws everything.
 */
export const useGrowingList = (length: number, resetKey: string) => {
  const [grown, setGrown] = useState({ resetKey, count: firstPart })
  const count = grown.resetKey === resetKey ? grown.count : firstPart

  const grow = useCallback(
    (by: number) => {
      setGrown((before) => ({
        resetKey,
        count: (before.resetKey === resetKey ? before.count : firstPart) + by,
      }))
    },
    [resetKey],
  )

  useEffect(() => {
    const all = () => grow(Number.MAX_SAFE_INTEGER / 2)
    window.addEventListener('beforeprint', all)
    return () => window.removeEventListener('beforeprint', all)
  }, [grow])

  const sentinel: RefCallback<Element> = useCallback(
    (element) => {
      if (!element) return
      const observer = new IntersectionObserver(
        (seen) => {
          if (seen.some((entry) => entry.isIntersecting)) grow(nextPart)
        },
        { rootMargin: '600px' },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [grow],
  )

  return { count: Math.min(count, length), sentinel, more: count < length }
}
