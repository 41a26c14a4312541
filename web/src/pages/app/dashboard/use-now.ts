import { useEffect, useState } from 'react'
import { serverNow } from '../../../i18n/server-clock.ts'

/** The current time in milliseconds, renewed every half minute. */
export const useNow = (): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(serverNow()), 30_000)
    return () => window.clearInterval(timer)
  }, [])
  return now
}
