import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { LeaveQuestion } from './LeaveQuestion.tsx'

export interface Leaving {
  /** Whether leaving would lose something, right now. */
  holdsUnsaved: () => boolean
  /** Somebody leaves what was typed: no other guard asks again. */
  onForget: () => void
  /** The way out of a dialog; a page has none but its links. */
  onClose?: () => void
}

/** Asks before what was typed is lost: by closing, by a link, by the way back of the browser, by closing the tab. */
export const useLeaveQuestion = ({ holdsUnsaved, onForget, onClose }: Leaving) => {
  const [asks, setAsks] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: holdsUnsaved,
    enableBeforeUnload: holdsUnsaved,
    withResolver: true,
  })
  const leave = (): void => {
    onForget()
    if (blocker.status === 'blocked') blocker.proceed()
    else onClose?.()
  }
  const stay = (): void => {
    setAsks(false)
    blocker.reset?.()
  }
  const question: ReactNode =
    asks || blocker.status === 'blocked' ? <LeaveQuestion onLeave={leave} onStay={stay} /> : null
  return { question, close: () => (holdsUnsaved() ? setAsks(true) : onClose?.()) }
}
