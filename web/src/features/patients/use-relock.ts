import { useQueryClient } from '@tanstack/react-query'
import type { Patient } from '@ulna/contract/patients/patients'
import { useEffect } from 'react'
import { ofPatient } from './patients.queries.ts'

/** The server is asked no more often than this: the clock of this device may be wrong, and what the server says counts. */
const leastMs = 30_000
/** The longest that a timer of the browser can wait. */
const mostMs = 2 ** 31 - 1

/** Milliseconds until the file is asked for anew. */
export const relockDelay = (unlockedUntil: string, now: number): number =>
  Math.min(Math.max(Date.parse(unlockedUntil) - now + 1_000, leastMs), mostMs)

/** An unlocked file locks itself again at its time (product-decisions.md §5); the open page asks then and shows it. */
export const useRelock = ({ id, unlockedUntil }: Patient): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (unlockedUntil === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      timer = setTimeout(ask, relockDelay(unlockedUntil, Date.now()))
    }
    const ask = (): void => {
      void client.invalidateQueries({ queryKey: ofPatient(id) })
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [client, id, unlockedUntil])
}
