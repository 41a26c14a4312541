import { type RefCallback, useCallback } from 'react'

/** What stays in sight at an edge of the window: the head of a file above, the action bar of a form below, a message. */
export type Bar = '--bar-top' | '--bar-bottom' | '--bar-message'

/**
 * Tells the sheets how high a bar is that stays in sight, so that what scrolls leaves it room: a field that has the
 * focus is never under one (WCAG 2.4.11). Where the bar takes no box itself (`display: contents`) its first child does.
 */
export const useBarHeight = (bar: Bar): RefCallback<HTMLElement> =>
  useCallback(
    (element) => {
      if (!element) return
      const { style } = document.documentElement
      const inner = element.firstElementChild
      const measure = () => {
        const height = element.offsetHeight || (inner instanceof HTMLElement ? inner.offsetHeight : 0)
        style.setProperty(bar, `${height}px`)
      }
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      if (inner) observer.observe(inner)
      return () => {
        observer.disconnect()
        style.removeProperty(bar)
      }
    },
    [bar],
  )
