import { useQueryClient } from '@tanstack/react-query'
import type { Patient } from '@ulna/contract/patients/patients'
import { useEffect } from 'react'
import { ofPatient } from './patients.queries.ts'
import { relockDelay } from './relock-delay.ts'

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
