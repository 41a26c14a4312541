import { useLayoutEffect, useRef } from 'react'

/** Where a record covers the time line, closing it leads back to the card one came from. */
export const useReturnToPlace = (isOpen: boolean): (() => void) => {
  const place = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (isOpen || place.current === undefined) return
    window.scrollTo({ top: place.current, behavior: 'instant' })
    place.current = undefined
  }, [isOpen])
  return () => {
    place.current = window.scrollY
  }
}
