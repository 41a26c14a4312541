import { type RefObject, useEffect } from 'react'

/** Below this width an open record takes the place of the time line (visual.md, Grid). */
const phone = '(max-width: 44.99em)'

/**
 * Brings what was just opened to the reader: the keyboard and the screen reader start at its heading. On phones the
 * page is scrolled to it as well. With `phonesOnly` wide screens keep the focus where it was.
 */
export const useArrival = (heading: RefObject<HTMLElement | null>, phonesOnly: boolean): void => {
  useEffect(() => {
    const element = heading.current
    const isPhone = window.matchMedia(phone).matches
    // On phones a record that stands open by default is not shown, and must not be scrolled to.
    if (!element || element.offsetParent === null || (phonesOnly && !isPhone)) return
    element.focus({ preventScroll: true })
    if (isPhone) element.scrollIntoView({ block: 'start' })
  }, [heading, phonesOnly])
}
