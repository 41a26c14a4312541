import { useEffect, useState } from 'react'
import { loadDialogs } from './appointments/CalendarDialogs.tsx'
import { fetchViewsAhead } from './later-parts.ts'

/** Milliseconds after which the agenda has been drawn and nobody waits for anything. */
const settledAfter = 2000

/** Fetches what nobody looks at yet; answers whether the page has settled. */
export const useFetchAhead = (): boolean => {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const stopDialogs = loadDialogs()
    const stopViews = fetchViewsAhead()
    const timer = setTimeout(() => setSettled(true), settledAfter)
    return () => {
      stopDialogs()
      stopViews()
      clearTimeout(timer)
    }
  }, [])
  return isSettled
}
