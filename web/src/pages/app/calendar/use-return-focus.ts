import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Milliseconds after closing. */
const attempts = [20, 150, 500]

/**
 * Gives the focus back when what lay over the page is gone: to where it was, or to the agenda's tab stop where that
 * element is no more (a slot that was booked, an appointment that was deleted).
 */
export const useReturnFocus = (page: RefObject<HTMLElement | null>, isCovered: boolean): void => {
  const before = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!isCovered) return
    before.current = document.activeElement as HTMLElement | null
    return () => {
      const giveBack = () => {
        if (document.activeElement !== document.body) return
        before.current?.focus()
        if (document.activeElement !== document.body) return
        page.current?.querySelector<HTMLElement>('[data-agenda] [tabindex="0"]')?.focus()
      }
      // Once the dialog has left the document, and again when the answer of the server has changed the grid.
      for (const wait of attempts) setTimeout(giveBack, wait)
    }
  }, [isCovered, page])
}
