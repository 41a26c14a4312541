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
  /** What would be lost, where there is more to say than that it was typed. */
  text?: string
  /** Part of a page or dialog that asks before it is left itself. */
  isPart?: boolean
  /** What was typed outlives a reload, and stays while the path of the page does. */
  isKept?: boolean
}

/** Asks before what was typed is lost: by closing, by a link, by the way back of the browser, by closing the tab. */
export const useLeaveQuestion = (leaving: Leaving) => {
  const { holdsUnsaved, onForget, onClose, text, isPart = false, isKept = false } = leaving
  const [next, setNext] = useState<() => void>()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next: to }) => holdsUnsaved() && !(isKept && current.pathname === to.pathname),
    enableBeforeUnload: () => !isKept && holdsUnsaved(),
    withResolver: true,
    disabled: isPart,
  })
  const leave = (): void => {
    onForget()
    setNext(undefined)
    if (blocker.status === 'blocked') blocker.proceed()
    else next?.()
  }
  const stay = (): void => {
    setNext(undefined)
    blocker.reset?.()
  }
  /** Does what loses what was typed: at once where nothing was, otherwise once somebody said so. */
  const ask = (then: () => void): void => (holdsUnsaved() ? setNext(() => then) : then())
  const question: ReactNode =
    next || blocker.status === 'blocked' ? <LeaveQuestion text={text} onLeave={leave} onStay={stay} /> : null
  return { question, ask, close: () => onClose && ask(onClose) }
}
