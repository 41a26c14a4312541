import { type RefObject, useEffect } from 'react'

/** Below this width an open record takes the place of the time line (visual.md, Grid). */
const phone = '(max-width: 44.99em)'

/** Whether the keyboard was anywhere since this page was opened: only then can it have lost its place. */
let hadPlace = false
const notePlace = (): void => {
  hadPlace = true
}

/** What had the keyboard is gone, as a form that was saved. */
const hasLostPlace = (): boolean => hadPlace && document.activeElement === document.body

/**
 * Brings what was just opened to the reader: the keyboard and the screen reader start at its heading. On phones the
 * page is scrolled to it as well. With `phonesOnly` wide screens keep the focus where it was,
 * if it still is anywhere.
 */
export const useArrival = (heading: RefObject<HTMLElement | null>, phonesOnly: boolean): void => {
  useEffect(() => {
    document.addEventListener('focusin', notePlace, { once: true })
    const element = heading.current
    const isPhone = window.matchMedia(phone).matches
    // On phones a record that stands open by default is not shown, and must not be scrolled to.
    if (!element || element.offsetParent === null || (phonesOnly && !isPhone && !hasLostPlace())) return
    element.focus({ preventScroll: true })
    if (isPhone) element.scrollIntoView({ block: 'start' })
  }, [heading, phonesOnly])
}
