import type { Tx } from '../../../platform/database/database.ts'
import { lockAgendas } from '../appointments.agenda-lock.ts'
import {
  type BroughtVisit,
  type Clash,
  deleteUntouchedVisits,
  findClashes,
  findRooms,
  findStanding,
  insertBrought,
  type StandingVisit,
} from './appointments.brought.repository.ts'

export type { BroughtVisit, Clash, StandingVisit }

/** Whose doing it is, where nobody waits for the answer. */
export interface Bringer {
  readonly practiceId: number
  readonly userId: number
}

/** The visits that hold their time between two instants (milliseconds since 1970), in the order of their starts. */
export const standingVisits = (
  tx: Tx,
  practiceId: number,
  between: { readonly start: number; readonly end: number },
): Promise<StandingVisit[]> => findStanding(tx, practiceId, between)

/** How many patients each practitioner sees at once, by the id as text. */
export const agendaRooms = (tx: Tx, practiceId: number): Promise<ReadonlyMap<string, number>> =>
  findRooms(tx, practiceId)

export interface Brought {
  /** Id of each row's visit. */
  readonly made: ReadonlyMap<number, number>
  /** Visits to come whose time was taken: they were not stored. */
  readonly clashes: readonly Clash[]
}

/**
 * Stores visits of another system with their first versions, in the caller's transaction. Nobody is told: no mail, no
 * confirmation, no session of a package. Where somebody is by now, what is past stands over them, marked, and what is to
 * come is not stored.
 */
export const bringVisits = async (
  tx: Tx,
  by: Bringer,
  source: string,
  visits: readonly BroughtVisit[],
): Promise<Brought> => {
  if (visits.length === 0) return { made: new Map(), clashes: [] }
  const agendas = visits.map(({ doctorId }) => doctorId)
  // Each statement sees its own moment: the agendas are ours when it is looked who stands there.
  const [, standing] = await Promise.all([
    lockAgendas(tx, by.practiceId, agendas),
    findClashes(tx, by.practiceId, visits),
  ])
  const clashes = new Map(standing.map((clash) => [clash.row, clash]))
  const stored = visits.flatMap((visit) => {
    const clash = clashes.get(visit.row)
    if (clash?.isAhead) return []
    return [clash ? { ...visit, overlaps: true } : visit]
  })
  const made = await insertBrought(tx, by, source, stored)
  return { made, clashes: [...clashes.values()].filter(({ isAhead }) => isAhead) }
}

/** Takes back visits of these that nobody has touched since an import brought them; answers which. */
export const takeBackVisits = (
  tx: Tx,
  by: Bringer & { readonly timezone: string },
  ids: readonly number[],
): Promise<readonly number[]> => deleteUntouchedVisits(tx, by, ids)
