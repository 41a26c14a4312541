import { useEffect, useState } from 'react'
import { serverNow } from '../../../i18n/server-clock.ts'
import { untilNextMinute } from '../board/now-line.ts'

/** The current time, renewed when the clock shows another minute. */
export const useNow = (): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        setNow(serverNow())
        wait()
      }, untilNextMinute(serverNow()) + 20)
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return now
}
