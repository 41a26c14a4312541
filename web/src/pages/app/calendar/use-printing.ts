import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

interface Printing {
  withNotes: boolean
}

/**
 * What is being printed now. The browser's own command prints as well, without notes; the page must be drawn before the
 * event that tells of it is over.
 */
export const usePrinting = () => {
  const [printing, setPrinting] = useState<Printing>()
  useEffect(() => {
    const paper = window.matchMedia('print')
    const begin = () => flushSync(() => setPrinting((before) => before ?? { withNotes: false }))
    const end = () => setPrinting(undefined)
    const follow = ({ matches }: MediaQueryListEvent) => (matches ? begin() : end())
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    paper.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      paper.removeEventListener('change', follow)
    }
  }, [])
  const print = useCallback((withNotes: boolean) => {
    flushSync(() => setPrinting({ withNotes }))
    window.print()
  }, [])
  return { printing, print }
}
