import type { AfterPackage } from '@ulna/contract/appointments/appointments.course'
import type { Tx } from '../../platform/database/database.ts'
import { findLastDays } from './session-packages.uses.repository.ts'

/** A visit and the day it comes to, on the practice's calendar. */
export interface MovedVisit {
  readonly id: number
  readonly day: string
}

/**
 * Of visits that were moved those for which a package keeps a session although it ends before; undefined where there is
 * none. They keep it (product-decisions.md §8): whoever moves them is told.
 */
export const keptAfterEnd = async (
  tx: Tx,
  practiceId: number,
  moved: readonly MovedVisit[],
): Promise<AfterPackage | undefined> => {
  if (moved.length === 0) return undefined
  const found = await findLastDays(
    tx,
    practiceId,
    moved.map(({ id }) => id),
  )
  const lastDays = new Map(found.map(({ appointmentId, lastDay }) => [appointmentId, lastDay]))
  const passed = moved.flatMap(({ id, day }) => {
    const lastDay = lastDays.get(id)
    return lastDay !== undefined && day > lastDay ? [lastDay] : []
  })
  const [lastDay] = passed.sort()
  return lastDay === undefined ? undefined : { visits: passed.length, lastDay }
}
