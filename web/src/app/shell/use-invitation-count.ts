import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Milliseconds after which the page has shown what was asked for. */
const settled = 1500

// Whoever cannot be asked now is asked at the next page; nothing depends on it.
const nobodyKnows = (): void => undefined

/** How many invitations wait for the user; 0 until it is known. Asked once the page stands. */
export const useInvitationCount = (): number => {
  const client = useQueryClient()
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isOver = false
    let stop: (() => void) | undefined
    const follow = async (): Promise<void> => {
      const { watchOwnInvitations } = await import('../watch-own-invitations.ts')
      if (!isOver) stop = watchOwnInvitations(client, setCount)
    }
    const timer = setTimeout(() => void follow().catch(nobodyKnows), settled)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client])
  return count
}
